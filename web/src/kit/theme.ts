/** Light, dark, or as the system says. public/theme.js paints it, before the first paint and on each change. */
import { observable } from './observable.ts'
import { stored, type Theme } from './storage.ts'

export const theme = observable<Theme>(stored.app('theme').get() ?? 'system')

export function setTheme(next: Theme): void {
  stored.app('theme').set(next)
  theme.set(next)
  dispatchEvent(new Event('homeport:theme'))
}
