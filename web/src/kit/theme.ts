/** Light, dark, or as the system says. public/theme.js paints it, before the first paint and on each change. */
import { cell } from './observable.ts'
import { keep, type Theme } from './storage.ts'

export const theme = cell<Theme>(keep.app('theme').get() ?? 'system')

export function setTheme(next: Theme): void {
  keep.app('theme').set(next)
  theme.set(next)
  dispatchEvent(new Event('homeport:theme'))
}
