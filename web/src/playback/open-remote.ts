/** Opens the remote over whatever screen is open. */
import { cell } from '../kit/observable.ts'

export const isRemoteOpen = cell(false)

export function openRemote(): void {
  isRemoteOpen.set(true)
}

export function closeRemote(): void {
  isRemoteOpen.set(false)
}
