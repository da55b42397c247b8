/** Builds what a TV page shows before and after admission. The pairing code appears on the box's own screen only. */
import type { Viewer } from '../../shared/viewer.ts'
import type { MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { qrOf } from '../../kit/qr.ts'
import type { PageSocket } from './page-socket.ts'
import type { PendingAdmission } from './pending-admissions.ts'

export type ScreenViewDeps = {
  /** The name given by the household. */
  boxName: () => string
  /** The household. */
  people: () => readonly (Viewer & { name: string })[]
  now: () => number
  isBound: () => boolean
  /** The database was found damaged while the box ran. */
  isDamaged: () => boolean
  /** code '' while no code is shown; until: ms. */
  pairing: () => { devsn: string; code: string; until: number }
  /** address: the app's address for a phone; link: opens the app and binds the box. */
  app: { address: () => string; link: (code: string) => string }
  ticket: PendingAdmission | undefined
  /** The browser of a user, who came from the app. */
  isHere: boolean
}
type ScreenView = Extract<MessageToScreen, { kind: 'face' }>

export function screenViewOf(
  page: PageSocket,
  { boxName, people, now, isBound, isDamaged, pairing, app, ticket, isHere }: ScreenViewDeps,
): ScreenView {
  const empty: ScreenView = {
    kind: 'face',
    face: 'unbound',
    box: boxName(),
    devsn: '',
    code: '',
    digits: '',
    left_ms: 0,
    address: app.address(),
    qr: { path: '', side: 0 },
    is_damaged: isDamaged(),
  }
  const isIn = page.screen_id !== ''
  if (isBound()) {
    // One person alone need not choose, nor whose browser it is.
    const household = isHere ? [] : people().map(({ user_id, name }) => ({ id: user_id, name }))
    if (isIn) {
      return { ...empty, face: 'inside', people: household.length > 1 ? household : [], app: isHere ? app.address() : '' }
    }
    if (!ticket) return { ...empty, face: 'queue' }
    return { ...empty, face: 'digits', digits: ticket.digits, left_ms: ticket.until - now(), qr: qrOf(app.address()) }
  }
  const { devsn, code, until } = pairing()
  if (!isIn || !page.isLoopback || code === '') return empty
  return { ...empty, face: 'code', devsn, code, left_ms: until - now(), qr: qrOf(app.link(code)) }
}
