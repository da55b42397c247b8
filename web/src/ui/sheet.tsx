/** A bottom sheet (wide: a dialog in the middle). Its chunk loads on first use. */
import { Suspense, useState } from 'react'
import { lazyPart } from '../kit/lazy-part.ts'
import { useLayer } from './layer.ts'
import type { SheetProps } from './sheet-panel.tsx'

const load = () => import('./sheet-panel.tsx')
const Panel = lazyPart(async () => (await load()).SheetPanel)

/** Prefetches the chunk, for sheets that must open offline too. */
export function prepareSheets(): void {
  void load().catch(() => null)
}

export function Sheet(props: SheetProps) {
  useLayer(props.isOpen, props.onClose)
  const [wasOpened, setOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setOpened(true)
  return <Suspense>{wasOpened && <Panel {...props} />}</Suspense>
}
