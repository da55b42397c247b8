/** P44: the one hook for all parts over the page (sheet, question, dialog, panel), so that Back and navigation close them. No other code opens a layer. */
import { useEffect, useEffectEvent } from 'react'
import { openLayer, type ClosedBy } from '../kit/nav/layers.ts'

/** `close` is called when Back or navigation closes the layer. */
export function useLayer(isOpen: boolean, close: (by: ClosedBy) => void): void {
  const closed = useEffectEvent(close)
  useEffect(() => (isOpen ? openLayer((by) => closed(by)) : undefined), [isOpen])
}
