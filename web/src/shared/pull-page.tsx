/** A page of a box that a finger slides down to ask for all it shows again. */
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PullRefresh } from '../ui/pull-refresh.tsx'

export function PullPage({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  return <PullRefresh refresh={() => client.refetchQueries({ type: 'active' })}>{children}</PullRefresh>
}
