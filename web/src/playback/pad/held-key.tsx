/** A key beside the pad: pressed while held, by touch or keyboard, and always released. */
import type { RemoteKey } from '@homeport/contract/playback/playback.ts'
import type { ReactNode } from 'react'
import { keys } from './remote-status.ts'

export function HeldKey({
  name,
  label,
  className,
  children,
}: {
  name: RemoteKey
  label?: string
  className?: string
  children: ReactNode
}) {
  const up = () => keys.up(name)
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture?.(event.pointerId)
        keys.down(name)
      }}
      onPointerUp={up}
      onPointerCancel={up}
      onLostPointerCapture={up}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => event.detail === 0 && keys.tap(name)}
    >
      {children}
    </button>
  )
}
