/** A screen that breaks leaves its face and a way on, never a white page; the fault itself goes to the console. */
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
