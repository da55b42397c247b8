/** Choosing what the library shows: genre, region, year, rating, quality, state. Each choice says how many films it would leave. */
import type { Device } from '@homeport/contract/device.ts'
import { maxOf, minOf } from '@homeport/contract/kit/extremes.ts'
import { ratingSteps } from '@homeport/contract/movie/movie.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { qualityOf } from '../../kit/text/format.ts'
import { useLang, useText } from '../../kit/lang.ts'
import chipStyles from '../../ui/chip.module.css'
import { classes } from '../../ui/classes.ts'
import { RangeSlider, type Range } from '../../ui/range-slider.tsx'
import { filmCounts } from '../data.ts'
import { identifying } from '../identify/identify-data.ts'
import styles from './filter-form.module.css'
import { filterText } from '../filter-text.ts'
import { toggled, withField, type Filter, type ListField } from '../filter.ts'
import { genreText } from '../../shared/genre-words.ts'
import { regionName } from '../region-name.ts'

type Count = { value: string; count: number }
type Props = { device: Device; filter: Filter; onChange: (filter: Filter) => void }

export function FilterForm({ device, filter, onChange }: Props) {
  const words = useText(filterText)
  const { genre } = useText(genreText)
  const lang = useLang()
  const { data } = useQuery(filmCounts(device, filter))
  const hasKey = useQuery(identifying(device)).data?.database !== 'no_key'
  if (!data) return <div className={styles.waiting} aria-busy="true" />
  const values = (name: ListField, counts: readonly Count[], nameOf: (value: string) => string) =>
    (counts.length > 0 || (filter[name]?.length ?? 0) > 0) && (
      <Group title={words.fields[name]} isRow={name === 'regions'}>
        {withChosen(counts, filter[name]).map(({ value, count }) => (
          <Choice
            key={value}
            label={nameOf(value)}
            count={count}
            isOn={filter[name]?.includes(value) ?? false}
            toggle={() => onChange(toggled(filter, name, value))}
          />
        ))}
      </Group>
    )
  const flag = (name: 'favorite' | 'unidentified') => ({
    isOn: filter[name] === true,
    toggle: () => onChange(withField(filter, name, filter[name] ? undefined : true)),
  })
  const state = (watched: boolean) => ({
    isOn: filter.watched === watched,
    toggle: () => onChange(withField(filter, 'watched', filter.watched === watched ? undefined : watched)),
  })
  const rating = (from: number) => ({
    count: data.ratings.find((one) => one.from === from)?.count,
    isOn: filter.rating_from === from,
    toggle: () => onChange(withField(filter, 'rating_from', filter.rating_from === from ? undefined : from)),
  })
  const kind = (value: 'film' | 'series') => ({
    count: data.kinds.find((one) => one.value === value)?.count ?? 0,
    isOn: filter.kind === value,
    toggle: () => onChange(withField(filter, 'kind', filter.kind === value ? undefined : value)),
  })
  return (
    <div className={styles.form}>
      {(kind('series').count > 0 || filter.kind) && (
        <Group title={words.kind}>
          <Choice label={words.kinds.film} {...kind('film')} />
          <Choice label={words.kinds.series} {...kind('series')} />
        </Group>
      )}
      {values('genres', data.genres, genre)}
      {values('regions', data.regions, (code) => regionName(code, lang))}
      <Years years={data.years} filter={filter} onChange={onChange} />
      {(hasKey || typeof filter.rating_from === 'number') && (
        <Group title={words.rating}>
          {ratingSteps.map((from) => (
            <Choice key={from} label={words.ratingFrom(from)} {...rating(from)} />
          ))}
        </Group>
      )}
      {values('qualities', data.qualities, qualityOf)}
      <Group title={words.state}>
        <Choice label={words.unwatched} count={data.unwatched} {...state(false)} />
        <Choice label={words.watched} count={data.watched} {...state(true)} />
        <Choice label={words.favorites} count={data.favorite} {...flag('favorite')} />
        {((data.unidentified > 0 && hasKey) || filter.unidentified) && (
          <Choice label={words.unidentified} count={data.unidentified} {...flag('unidentified')} />
        )}
      </Group>
    </div>
  )
}

/** A chosen value stays visible where it leaves nothing. */
function withChosen(counts: readonly Count[], chosen: readonly string[] = []): Count[] {
  const missing = chosen.filter((value) => counts.every((one) => one.value !== value))
  return [...counts, ...missing.map((value) => ({ value, count: 0 }))]
}

function Group({ title, isRow = false, children }: { title: string; isRow?: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={classes(chipStyles.chips, isRow && styles.row)}>{children}</div>
    </fieldset>
  )
}

/** count: films that it would leave, undefined where an older box does not tell. */
type ChoiceProps = { label: string; count?: number | undefined; isOn: boolean; toggle: () => void }

function Choice({ label, count, isOn, toggle }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classes(chipStyles.chip, isOn && chipStyles.selected)}
      aria-pressed={isOn}
      disabled={count === 0 && !isOn}
      onClick={toggle}
    >
      {label} {count !== undefined && <span className={styles.count}>{count.toLocaleString('en')}</span>}
    </button>
  )
}

/** At most so many bars. */
const maxBars = 20

function Years({ years, filter, onChange }: { years: readonly { year: number; count: number }[] } & Omit<Props, 'device'>) {
  const words = useText(filterText)
  const [dragged, setDragged] = useState<Range | null>(null)
  const all = years.map(({ year }) => year)
  // The span does not shrink to what is chosen.
  const min = Math.min(minOf(all, Infinity), filter.year_from ?? Infinity)
  const max = Math.max(maxOf(all, -Infinity), filter.year_to ?? -Infinity)
  if (!(max > min)) return null
  const value = { from: filter.year_from ?? min, to: filter.year_to ?? max }
  const shown = dragged ?? value
  const step = Math.ceil((max - min + 1) / maxBars)
  const bars = Array.from({ length: Math.ceil((max - min + 1) / step) }, (_, at) => {
    const from = min + at * step
    const count = years.reduce((sum, one) => sum + (one.year >= from && one.year < from + step ? one.count : 0), 0)
    return { from, count, isIn: from + step > shown.from && from <= shown.to }
  })
  const counts = bars.map(({ count }) => count)
  const most = Math.max(1, maxOf(counts, 1))
  function choose({ from, to }: Range) {
    const next = withField(filter, 'year_from', from > min ? from : undefined)
    onChange(withField(next, 'year_to', to < max ? to : undefined))
  }
  return (
    <fieldset className={styles.group}>
      <legend>{words.year}</legend>
      <p className={styles.span}>{shown.from === shown.to ? shown.from : words.years(shown.from, shown.to)}</p>
      <div className={styles.bars} aria-hidden="true">
        {bars.map(({ from, count, isIn }) => (
          <i
            key={from}
            className={classes(isIn && styles.in)}
            style={{ height: `${Math.max(count > 0 ? 6 : 1, (count / most) * 100)}%` }}
          />
        ))}
      </div>
      <RangeSlider
        min={min}
        max={max}
        value={value}
        labels={{ from: words.yearFrom, to: words.yearTo }}
        onSelect={choose}
        dragging={setDragged}
      />
    </fieldset>
  )
}
