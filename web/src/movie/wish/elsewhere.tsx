/** Films and series that the film database finds and that are not here, each with the button that puts it on the list. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmCandidate } from '@homeport/contract/movie/identify.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { later } from '../../kit/time/clock.ts'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { CheckIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import textStyles from '../../ui/text.module.css'
import searchStyles from '../film-search.module.css'
import { Poster } from '../poster.tsx'
import { elsewhere, useAddWish, wishes, wishesPath } from './wish-data.ts'
import { wishText } from './wish-text.ts'
import styles from './wish.module.css'

const typedAfterMs = 600

export function Elsewhere({ device, q }: { device: Device; q: string }) {
  const words = useText(wishText)
  // The database is not asked about each letter.
  const [query, setQuery] = useState(q)
  useEffect(() => later(typedAfterMs, () => setQuery(q)), [q])
  const { data } = useQuery(elsewhere(device, query))
  const listed = new Set(useQuery(wishes(device)).data?.data.map(({ wish_id }) => wish_id))
  if (query !== q || !data || data.database === 'no_key') return null
  if (data.database !== 'ok')
    return <p className={classes(textStyles.caption, styles.note)}>{data.database === 'away' ? words.away : words.badKey}</p>
  if (data.candidates.length === 0) return null
  return (
    <section className={styles.elsewhere} aria-label={words.notHere}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{words.notHere}</h2>
      </div>
      <ul className={searchStyles.hits}>
        {data.candidates.map((one) => (
          <li key={one.tmdb} className={searchStyles.hit}>
            <Candidate device={device} candidate={one} isListed={listed.has(one.tmdb)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Candidate({ device, candidate, isListed }: { device: Device; candidate: FilmCandidate; isListed: boolean }) {
  const words = useText(wishText)
  const { add, isPending } = useAddWish(device)
  const { tmdb, title, kind, year, director, poster } = candidate
  return (
    <>
      <span className={searchStyles.poster}>
        <Poster poster={poster} title={title} />
      </span>
      <span className={layoutStyles.grow}>
        <span className={classes(searchStyles.title, textStyles.twoLines)} dir="auto">
          {title}
        </span>
        <span className={classes(searchStyles.facts, textStyles.numeric)}>
          {[year, kind === 'series' && words.kinds.series, director].filter(Boolean).join(' · ')}
        </span>
      </span>
      {isListed ? (
        <a className={classes(searchStyles.facts, textStyles.link)} href={`#${wishesPath}`}>
          <CheckIcon size={16} /> {words.onList}
        </a>
      ) : (
        <Button variant="line" isSmall isBusy={isPending} aria-label={words.wantNamed(title)} onClick={() => add({ tmdb })}>
          {words.want}
        </Button>
      )}
    </>
  )
}
