/** The metadata of a page file: access, component, and the parent screen for its back button. */
import type { Needs } from '@homeport/contract/kit/operation.ts'
import type { ComponentType } from 'react'

export type PageMeta = {
  /** A page of a box shows what is known while that is offline, and the connection line says so. */
  needs: Exclude<Needs, 'online'>
  /** Root tabs and pages below them show the tab bar; a page with its own foot does not. */
  isRoot?: boolean
  /** Sign-in and registration: a signed-in user is redirected. */
  isForGuests?: boolean
}

export type PageModule = { meta: PageMeta; Screen: ComponentType }
