/** The filter of the library: a chip that opens a sheet, or in a wide window a panel beside the films; chosen fields are in the page's address. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { pathTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import { redirect, rewriteAddress, usePageQuery, usePath } from '../../kit/nav/nav.ts'
import { observable, useObservable } from '../../kit/observable.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import chipStyles from '../../ui/chip.module.css'
import { classes } from '../../ui/classes.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { filmCounts } from '../data.ts'
import { FilterForm } from './filter-form.tsx'
import styles from './filter-form.module.css'
import { filterText } from '../filter-text.ts'
import { countChosen, queryOf, useFilter, type Filter } from '../filter.ts'

/** Replaces the filter in the address of this page; its other values stay. */
export function useSetFilter(go: (to: string) => void = redirect): (filter: Filter) => void {
  const path = usePath()
  const query = usePageQuery()
  return (filter) => go(pathTo(path, { ...Object.fromEntries(new URLSearchParams(query)), ...queryOf(filter) }))
}

/** Remembered while the app is open. */
const isPanelWanted = observable(false)

export function useHasFilterPanel(): boolean {
  const isWanted = useObservable(isPanelWanted)
  return useIsWide() && isWanted
}

export function FilterChip({ device }: { device: Device }) {
  const words = useText(filterText)
  const filter = useFilter()
  const setFilter = useSetFilter()
  const isWide = useIsWide()
  const hasPanel = useHasFilterPanel()
  const [draft, setDraft] = useState<Filter | null>(null)
  const chosen = countChosen(filter)
  return (
    <>
      <button
        type="button"
        className={classes(chipStyles.chip, chosen > 0 && chipStyles.selected)}
        {...(isWide ? { 'aria-expanded': hasPanel } : { 'aria-haspopup': 'dialog' })}
        aria-label={chosen > 0 ? `${words.chip}: ${words.chosen(chosen)}` : words.chip}
        onClick={() => (isWide ? isPanelWanted.set(!hasPanel) : setDraft(filter))}
      >
        <SlidersHorizontal size={18} strokeWidth={1.75} />
        {words.chip}
        {chosen > 0 && <span>{chosen}</span>}
      </button>
      <Sheet
        isOpen={draft !== null && !isWide}
        onClose={() => setDraft(null)}
        title={words.title}
        closeLabel={useText(commonText).close}
        isTall
        foot={draft && <FilterFoot device={device} filter={draft} onChange={setDraft} apply={setFilter} />}
      >
        {draft && <FilterForm device={device} filter={draft} onChange={setDraft} />}
      </Sheet>
    </>
  )
}

/** A choice shows at once in the films beside it, which stay where they are. */
export function FilterPanel({ device }: { device: Device }) {
  const words = useText(filterText)
  const filter = useFilter()
  const setFilter = useSetFilter(rewriteAddress)
  return (
    <aside className={styles.panel} aria-label={words.title}>
      <div className={styles.panelHead}>
        <h2>{words.title}</h2>
        <Button variant="text" disabled={countChosen(filter) === 0} onClick={() => setFilter(emptied(filter))}>
          {words.reset}
        </Button>
      </div>
      <FilterForm device={device} filter={filter} onChange={setFilter} />
    </aside>
  )
}

/** Without what a person chose: the films of a person or a collection stay. */
function emptied({ person, collection }: Filter): Filter {
  return { ...(person ? { person } : {}), ...(collection ? { collection } : {}) }
}

type FootProps = { device: Device; filter: Filter; onChange: (filter: Filter) => void; apply: (filter: Filter) => void }

/** Reset, and the films that the choice leaves. */
export function FilterFoot({ device, filter, onChange, apply }: FootProps) {
  const words = useText(filterText)
  const total = useQuery(filmCounts(device, filter)).data?.total
  return (
    <div className={styles.foot}>
      <Button variant="line" onClick={() => onChange(emptied(filter))}>
        {words.reset}
      </Button>
      <Button variant="main" disabled={total === 0} onClick={() => apply(filter)}>
        {total === undefined ? words.title : words.show(total)}
      </Button>
    </div>
  )
}
