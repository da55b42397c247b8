/** Vite plugin: the styles that src/ui/shared-styles.ts lists load with the entry, in its order, also those whose classes only a lazy page uses. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { normalizePath, type Plugin } from 'vite'

const ui = path.join(import.meta.dirname, '../src/ui')

export function sharedStyles(): Plugin {
  const list = readFileSync(path.join(ui, 'shared-styles.ts'), 'utf8')
  const files = [...list.matchAll(/^import '(.+)'$/gm)].map(([, file = '']) => normalizePath(path.join(ui, file)))
  return {
    name: 'shared-styles',
    apply: 'build',
    enforce: 'post',
    // Vite marks a CSS module as free of side effects: with its class names, its rules would move to the page that uses them.
    transform: (code, id) => (files.includes(id) ? { code, moduleSideEffects: 'no-treeshake' } : undefined),
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry)
      const inEntry = entry?.type === 'chunk' ? entry.moduleIds.filter((id) => files.includes(id)) : []
      if (inEntry.join() !== files.join())
        throw new Error(`The entry does not hold the shared styles in their order: ${inEntry.join(' ')}`)
    },
  }
}
