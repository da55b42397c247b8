/** The episodes of one season; of a long season only the rows in view are in the page. */
import type { Device } from '@homeport/contract/device.ts'
import type { MissingEpisode } from '@homeport/contract/feed/wish.ts'
import type { Episode } from '@homeport/contract/movie/series.ts'
import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { ShownAt } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { RetryIcon } from '../../ui/icon.tsx'
import noteStyles from '../../ui/note.module.css'
import { textScale } from '../../ui/text-scale.ts'
import { episodes, episodesOnPage, type SeasonOf } from './episode-data.ts'
import { useShownEpisode } from '../unseen-episode.ts'
import { EpisodeRow, EpisodeSkeleton } from './episode-row.tsx'
import { MissingRow } from './missing-row.tsx'
import styles from './series.module.css'
import { seriesText } from './series-text.ts'
import { seasonRow } from './with-missing.ts'

/** Fewer episodes are all in the page. */
const virtualFrom = 60
const wideFrom = 1100
const rowHeight = { narrow: 98, wide: 128 }

type Props = {
  device: Device
  of: SeasonOf
  /** How many the season has here; its first page knows better. */
  total: number
  /** Those that it lacks. */
  missing: readonly MissingEpisode[]
  /** False while the box is asked for them. */
  isMissingKnown: boolean
  /** The series in the film database. */
  tmdb: string
  playingId: string
  play: (episode: Episode) => void
  more: (episode: Episode) => void
}

export function EpisodeList({ device, of, total: expected, missing, isMissingKnown, tmdb, playingId, play, more }: Props) {
  const words = useText(seriesText)
  const asShown = useShownEpisode(device)
  const common = useText(commonText)
  const list = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  const [columns, setColumns] = useState(columnsNow)
  useLayoutEffect(() => {
    const measure = () => {
      setColumns(columnsNow())
      setMargin(list.current?.offsetTop ?? 0)
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])

  const [shownPages, setShownPages] = useState<readonly number[]>([1])
  const pages = useQueries({ queries: shownPages.map((page) => episodes(device, of, page)) })
  const first = pages[0]
  const count = first?.data?.total ?? expected
  const total = count + missing.length
  const height = Math.round((columns > 1 ? rowHeight.wide : rowHeight.narrow) * textScale())
  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; no compiler runs here
  const virtual = useWindowVirtualizer({
    count: Math.ceil(total / columns),
    estimateSize: () => height,
    overscan: 6,
    scrollMargin: margin,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, height])
  const rows =
    total < virtualFrom
      ? Array.from({ length: Math.ceil(total / columns) }, (_, at) => at)
      : virtual.getVirtualItems().map(({ index }) => index)
  const indexes = rows.flatMap((row) =>
    Array.from({ length: Math.min(columns, total - row * columns) }, (_, at) => row * columns + at),
  )
  const shown = indexes.map((index) => ({ index, row: seasonRow(missing, count, index) }))
  const present = shown.flatMap(({ row }) => ('at' in row ? [row.at] : []))
  const needed = [...new Set([1, ...present.map((at) => Math.floor(at / episodesOnPage) + 1)])]
  if (needed.join() !== shownPages.join()) setShownPages(needed)
  const at = (index: number) => {
    const page = shownPages.indexOf(Math.floor(index / episodesOnPage) + 1)
    return pages[page]?.data?.data[index % episodesOnPage]
  }

  if (first?.isLoadingError)
    return (
      <>
        <p className={noteStyles.note} role="alert">
          {words.episodesFailed}
        </p>
        <Button icon={<RetryIcon size={20} />} onClick={() => void first.refetch()}>
          {common.retry}
        </Button>
      </>
    )
  if (first?.data && total === 0 && isMissingKnown) return <p className={noteStyles.note}>{words.noEpisodes}</p>
  const staleAt = first?.data?.stale_at ?? null
  return (
    <>
      <ShownAt list={{ dataUpdatedAt: staleAt === null ? (first?.dataUpdatedAt ?? 0) : staleAt * 1000 }} />
      <ul
        className={styles.episodes}
        ref={list}
        style={{ height: Math.ceil(total / columns) * height }}
        aria-busy={first?.isPending}
      >
        {shown.map(({ index, row }) => {
          const episode = 'at' in row ? at(row.at) : undefined
          return (
            <li
              key={'missing' in row ? `missing ${row.missing.number}` : (episode?.id ?? `at ${index}`)}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{
                height,
                width: `calc((100% - ${(columns - 1) * columnGap}px) / ${columns})`,
                left: `calc((100% + ${columnGap}px) / ${columns} * ${index % columns})`,
                top: Math.floor(index / columns) * height,
              }}
            >
              {'missing' in row ? (
                <MissingRow device={device} tmdb={tmdb} season={of.season} episode={row.missing} />
              ) : episode ? (
                <EpisodeRow
                  episode={asShown(episode)}
                  isPlaying={episode.id === playingId}
                  play={() => play(episode)}
                  more={() => more(episode)}
                />
              ) : (
                <EpisodeSkeleton />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const columnGap = 40

function columnsNow(): number {
  return innerWidth >= wideFrom * textScale() ? 2 : 1
}
