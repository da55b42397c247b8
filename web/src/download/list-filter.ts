/** The filter and order of the list of downloads; they stand in the address, so that Back and a reload keep them. */
import { taskSorts, taskStates } from '@homeport/contract/download/download.ts'
import { downloadsPath } from './paths.ts'

export type Side = 'all' | 'progress' | 'done'
export type TaskSort = (typeof taskSorts)[number]
export type TaskState = (typeof taskStates)[number]
export type ListFilter = { side: Side; sort: TaskSort; isUp: boolean; q: string; state: TaskState; category: string }

export const plainFilter: ListFilter = { side: 'all', sort: 'queue', isUp: false, q: '', state: '', category: '' }

const sides: readonly Side[] = ['all', 'progress', 'done']
const oneOf = <T extends string>(values: readonly T[], value: string, otherwise: T): T =>
  values.find((one) => one === value) ?? otherwise

/** query: of the page's address. */
export function filterOf(query: string): ListFilter {
  const values = new URLSearchParams(query)
  const value = (name: string) => values.get(name) ?? ''
  return {
    side: oneOf(sides, value('show'), 'all'),
    sort: oneOf(taskSorts, value('sort'), 'queue'),
    isUp: value('up') === '1',
    q: value('q').slice(0, 100),
    state: oneOf(taskStates, value('state'), ''),
    category: value('category').slice(0, 40),
  }
}

export function addressOf({ side, sort, isUp, q, state, category }: ListFilter): string {
  const values = new URLSearchParams()
  if (side !== 'all') values.set('show', side)
  if (sort !== 'queue') values.set('sort', sort)
  if (isUp) values.set('up', '1')
  if (q !== '') values.set('q', q)
  if (state !== '') values.set('state', state)
  if (category !== '') values.set('category', category)
  return values.size === 0 ? downloadsPath : `${downloadsPath}?${values}`
}

/** Words, state or category leave tasks out. */
export function isNarrowed({ q, state, category }: ListFilter): boolean {
  return q.trim() !== '' || state !== '' || category !== ''
}

/** The whole queue in its own order: only then a task can be put elsewhere in it. */
export function canOrder(filter: ListFilter): boolean {
  return filter.sort === 'queue' && !filter.isUp && filter.side !== 'done' && !isNarrowed(filter)
}
