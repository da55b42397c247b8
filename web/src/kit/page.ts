/** What a page file offers: who may see it, its screen, and where its back button leads when nothing lies before it. */
import type { Needs } from '@homeport/contract/kit/promise.ts'
import type { ComponentType } from 'react'

export type PageMeta = {
  needs: Needs
  /** Shows its saved list while the box is off, when the person wants it (wire.md). */
  hasSaved?: boolean
  /** Root tabs and pages below them show the tab bar; a page with its own foot does not. */
  isRoot?: boolean
  /** Signing in and registering: who is signed in already goes on from there. */
  isForGuests?: boolean
}

export type PageModule = { meta: PageMeta; Screen: ComponentType }
