/** P44: every part that lies over the page (sheet, question, dialog, panel) is a layer by this one hook, so that Back closes it and a change of page too. No part elsewhere opens one. */
import { useEffect, useEffectEvent } from 'react'
import { openLayer, type ClosedBy } from '../kit/layers.ts'

/** `close` is called when Back or a change of page takes the layer away. */
export function useLayer(isOpen: boolean, close: (by: ClosedBy) => void): void {
  const closed = useEffectEvent(close)
  useEffect(() => (isOpen ? openLayer((by) => closed(by)) : undefined), [isOpen])
}
