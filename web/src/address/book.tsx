/** A list of the user's entries (addresses or invoices) in its four states with an add button, or the form of one entry. */
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { forward } from '../kit/nav/nav.ts'
import { commonText } from '../kit/text/text.ts'
import { mutateThen } from '../kit/query/mutate-then.ts'
import { LoadFailed } from '../shared/query-list.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import skeletonStyles from '../ui/skeleton.module.css'
import { toast } from '../ui/toast.tsx'
import styles from './address.module.css'
import { drop, prefer, type Kind } from './data.ts'
import { Entry } from './entry.tsx'
import { OneOf } from './one-of.tsx'
import { addressText } from './text.ts'

/** edit: '' shows the list, 'new' an empty form, else the id of one. */
export type BookProps = { path: string; edit: string; done: () => void }

type BookEntry = { id: string; is_default: boolean }
type Props<T> = BookProps & {
  kind: Kind
  query: UseQueryResult<T[]>
  empty: { art: ReactNode; title: string; text: string }
  add: string
  nameOf: (one: T) => string
  /** The lines of a card below the name. */
  renderLines: (one: T) => ReactNode
  /** null: a new one. */
  renderForm: (one: T | null, saved: () => void) => ReactNode
}

export function Book<T extends BookEntry>({
  kind,
  query,
  path,
  edit,
  done,
  empty,
  add,
  nameOf,
  renderLines,
  renderForm,
}: Props<T>) {
  const words = useText(addressText)
  const common = useText(commonText)
  const client = useQueryClient()
  const dropping = useMutation(drop(client, kind))
  const preferring = useMutation(prefer(client, kind))
  if (edit !== '') {
    const saved = () => {
      toast(words.saved)
      done()
    }
    return (
      <OneOf query={query} id={edit} done={done}>
        {(one) => renderForm(one, saved)}
      </OneOf>
    )
  }
  const list = query.data ?? []
  const button = (
    <Button variant="main" icon={<Plus size={20} strokeWidth={1.75} />} onClick={() => forward(`${path}?edit=new`)}>
      {add}
    </Button>
  )
  if (query.isPending) {
    return (
      <div className={classes(styles.entries, skeletonStyles.late)} role="status" aria-label={common.loading}>
        <span className={classes(skeletonStyles.skeleton, styles.entrySkeleton)} />
        <span className={classes(skeletonStyles.skeleton, styles.entrySkeleton)} />
      </div>
    )
  }
  if (query.isLoadingError) {
    return <LoadFailed onRetry={() => void query.refetch()} title={words.failedTitle} text={words.failedText} isBox />
  }
  if (list.length === 0) {
    return (
      <EmptyState art={empty.art} title={empty.title} text={empty.text} isNear>
        {button}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.entries}>
        {list.map((one) => (
          <Entry
            key={one.id}
            name={nameOf(one)}
            isDefault={one.is_default}
            editPath={`${path}?edit=${encodeURIComponent(one.id)}`}
            prefer={() => preferring.mutate(one.id)}
            remove={() => mutateThen(dropping, one.id, () => toast(words.removed))}
          >
            {renderLines(one)}
          </Entry>
        ))}
      </ul>
      <div className={styles.add}>{button}</div>
    </>
  )
}
