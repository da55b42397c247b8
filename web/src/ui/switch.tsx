/** An on/off switch whose whole row is clickable. */
import type { ReactNode } from 'react'
import './switch.css'

type Props = { isOn: boolean; turn: (isOn: boolean) => void; isDisabled?: boolean; children: ReactNode }

export function Switch({ isOn, turn, isDisabled, children }: Props) {
  return (
    <label className="sw-row">
      <span className="grow">{children}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className="vh"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => turn(target.checked)}
      />
      <span className="sw" aria-hidden="true" />
    </label>
  )
}
