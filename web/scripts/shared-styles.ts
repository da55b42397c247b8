/** Vite plugin: the styles that src/ui/shared-styles.ts lists load with the entry, in its order, also those whose classes only a lazy page uses. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const ui = path.join(import.meta.dirname, '../src/ui')

export function sharedStyles(): Plugin {
  const list = readFileSync(path.join(ui, 'shared-styles.ts'), 'utf8')
  const files = [...list.matchAll(/^import '(.+)'$/gm)].map(([, file = '']) => path.join(ui, file))
  return {
    name: 'shared-styles',
    apply: 'build',
    enforce: 'post',
    // Vite marks a CSS module as free of side effects: with its class names, its rules would move to the page that uses them.
    transform: (code, id) => (files.includes(id) ? { code, moduleSideEffects: 'no-treeshake' } : undefined),
  }
}
