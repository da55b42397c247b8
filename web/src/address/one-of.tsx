/** Finds the entry to edit once the list is loaded; 'new' finds none. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import skeletonStyles from '../ui/skeleton.module.css'
import styles from './address.module.css'
import { addressText } from './text.ts'

type Props<T> = { query: UseQueryResult<T[]>; id: string; done: () => void; children: (entry: T | null) => ReactNode }

export function OneOf<T extends { id: string }>({ query, id, done, children }: Props<T>) {
  const words = useText(addressText)
  if (id === 'new') return children(null)
  const match = query.data?.find((one) => one.id === id)
  if (match) return children(match)
  if (query.isFetching) return <span className={classes(skeletonStyles.skeleton, skeletonStyles.late, styles.entrySkeleton)} />
  return (
    <EmptyState art={art.nothingFound} title={words.gone} text={words.goneText} isNear>
      <Button variant="main" onClick={done}>
        {words.toList}
      </Button>
    </EmptyState>
  )
}
