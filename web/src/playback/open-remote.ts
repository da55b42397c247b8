/** Opens the remote over whatever screen is open; Back takes it away. */
import { cell } from '../kit/cell.ts'
import { openLayer } from '../kit/nav.ts'

export const isRemoteOpen = cell(false)
let takeAway = () => {}

export function openRemote(): void {
  if (isRemoteOpen.get()) return
  takeAway = openLayer(() => isRemoteOpen.set(false))
  isRemoteOpen.set(true)
}

export function closeRemote(): void {
  takeAway()
}
