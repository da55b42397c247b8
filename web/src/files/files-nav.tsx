/** Where one is in the folders: each folder of the way is a link. */
import { ChevronRight } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import textStyles from '../ui/text.module.css'
import { filesPath } from './data.ts'
import styles from './files.module.css'
import { filesText } from './text.ts'

export const addressOf = (path: string) => (path === '' ? filesPath : `${filesPath}?path=${encodeURIComponent(path)}`)

/** names: of the path, the allowed folder first. */
export function Crumbs({ box, path, names }: { box: string; path: string; names: readonly string[] }) {
  const words = useText(filesText)
  const steps = path.split('/')
  const crumbs = [{ name: box, path: '' }, ...names.map((name, at) => ({ name, path: steps.slice(0, at + 1).join('/') }))]
  return (
    <nav aria-label={words.files}>
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, at) => (
          <li key={crumb.path}>
            {at > 0 && <ChevronRight size={16} strokeWidth={2} aria-hidden="true" />}
            {at === crumbs.length - 1 ? (
              <span aria-current="page">
                <span className={textStyles.oneLine}>{crumb.name}</span>
              </span>
            ) : (
              <a href={`#${addressOf(crumb.path)}`}>
                <span className={textStyles.oneLine}>{crumb.name}</span>
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
