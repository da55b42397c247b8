/** React error boundary: a crashed screen shows an error state with a way on, never a blank page; the error is logged. */
import { Component, type ReactNode } from 'react'

type Props = { face: ReactNode; children: ReactNode }

/** React knows this only as a class. */
export class Boundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.face : this.props.children
  }
}
