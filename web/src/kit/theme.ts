/** The theme: light, dark, or the system's. public/theme.js applies it before the first paint and on each change. */
import { observable } from './observable.ts'
import { storageKeys, type Theme } from './storage.ts'

export const theme = observable<Theme>(storageKeys.app('theme').get() ?? 'system')

export function setTheme(next: Theme): void {
  storageKeys.app('theme').set(next)
  theme.set(next)
  dispatchEvent(new Event('homeport:theme'))
}
