/** Where one is in the folders: each folder of the way is a link; and how the list is sorted. */
import { fileSorts } from '@homeport/contract/files.ts'
import { ArrowDownUp, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { useObservable } from '../kit/observable.ts'
import { SortSheet } from '../ui/sort-sheet.tsx'
import textStyles from '../ui/text.module.css'
import { filesPath, sorted } from './data.ts'
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

export function SortButton() {
  const words = useText(filesText)
  const { sort, is_up } = useObservable(sorted)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.sort}
        aria-haspopup="dialog"
        aria-label={words.sortedBy(words.sorts[sort], is_up ? words.up : words.down)}
        onClick={() => setOpen(true)}
      >
        <ArrowDownUp size={18} strokeWidth={1.75} />
        {words.sorts[sort]}
      </button>
      <SortSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.sort}
        sorts={fileSorts}
        sort={sort}
        labelOf={(one) => words.sorts[one]}
        onSelect={(one) => sorted.set({ sort: one, is_up: one === 'name' || one === 'kind' })}
        isUp={is_up}
        onTurn={(isUp) => sorted.set({ sort, is_up: isUp })}
        up={words.up}
        down={words.down}
      />
    </>
  )
}
