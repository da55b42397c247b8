/** The filter of the library: a chip that opens the sheet; chosen fields are in the page's address. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { pathTo } from '../kit/href.ts'
import { useText } from '../kit/lang.ts'
import { redirect, usePageQuery, usePath } from '../kit/nav.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import chipStyles from '../ui/chip.module.css'
import { classes } from '../ui/classes.ts'
import { Sheet } from '../ui/sheet.tsx'
import { filmCounts } from './data.ts'
import { FilterForm } from './filter-form.tsx'
import styles from './filter-form.module.css'
import { filterText } from './filter-text.ts'
import { countChosen, queryOf, useFilter, type Filter } from './filter.ts'

/** Replaces the filter in the address of this page; its other values stay. */
export function useSetFilter(): (filter: Filter) => void {
  const path = usePath()
  const query = usePageQuery()
  return (filter) => redirect(pathTo(path, { ...Object.fromEntries(new URLSearchParams(query)), ...queryOf(filter) }))
}

export function FilterChip({ device }: { device: Device }) {
  const words = useText(filterText)
  const filter = useFilter()
  const setFilter = useSetFilter()
  const [draft, setDraft] = useState<Filter | null>(null)
  const chosen = countChosen(filter)
  return (
    <>
      <button
        type="button"
        className={classes(chipStyles.chip, chosen > 0 && chipStyles.selected)}
        aria-haspopup="dialog"
        aria-label={chosen > 0 ? `${words.chip}: ${words.chosen(chosen)}` : words.chip}
        onClick={() => setDraft(filter)}
      >
        <SlidersHorizontal size={18} strokeWidth={1.75} />
        {words.chip}
        {chosen > 0 && <span>{chosen}</span>}
      </button>
      <Sheet
        isOpen={draft !== null}
        close={() => setDraft(null)}
        title={words.title}
        closeLabel={useText(commonText).close}
        isTall
        foot={draft && <FilterFoot device={device} filter={draft} change={setDraft} apply={setFilter} />}
      >
        {draft && <FilterForm device={device} filter={draft} change={setDraft} />}
      </Sheet>
    </>
  )
}

type FootProps = { device: Device; filter: Filter; change: (filter: Filter) => void; apply: (filter: Filter) => void }

/** Reset, and the films that the choice leaves. */
export function FilterFoot({ device, filter, change, apply }: FootProps) {
  const words = useText(filterText)
  const total = useQuery(filmCounts(device, filter)).data?.total
  const { person, collection } = filter
  const kept = { ...(person ? { person } : {}), ...(collection ? { collection } : {}) }
  return (
    <div className={styles.foot}>
      <Button look="line" onClick={() => change(kept)}>
        {words.reset}
      </Button>
      <Button look="main" disabled={total === 0} onClick={() => apply(filter)}>
        {total === undefined ? words.title : words.show(total)}
      </Button>
    </div>
  )
}
