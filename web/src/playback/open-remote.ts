/** Opens the remote over any page. */
import { observable } from '../kit/observable.ts'

export const isRemoteOpen = observable(false)

export function openRemote(): void {
  isRemoteOpen.set(true)
}

export function closeRemote(): void {
  isRemoteOpen.set(false)
}
