/** The name of a class of a CSS module in the page: the module's file and the class, as in `thread-row-title`. */
import path from 'node:path'

export function classNameOf(name: string, file: string): string {
  return `${path.basename(file.split('?')[0] ?? '', '.module.css')}-${name}`
}
