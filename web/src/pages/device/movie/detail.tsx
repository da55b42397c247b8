/** The page of one film, with play on the TV. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import type { Episode } from '@homeport/contract/movie/series.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useIsMissing } from '../../../kit/query/use-is-missing.ts'
import { useText } from '../../../kit/lang.ts'
import { lazyPart } from '../../../kit/lazy-part.ts'
import { useObservable } from '../../../kit/observable.ts'
import { back, switchTab, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { film, subscribeToMovies, libraryPath } from '../../../movie/data.ts'
import { DeleteFilm } from '../../../movie/recycle-bin/delete-film.tsx'
import styles from '../../../movie/film/film-page.module.css'
import { FilmPage, FilmSkeleton } from '../../../movie/film/film-page.tsx'
import { info } from '../../../device/household/household-data.ts'
import { FixMatch } from '../../../movie/identify/fix-match.tsx'
import { WriteBeside } from '../../../movie/identify/write-beside.tsx'
import { PlayKept, playKept, useKeptAway } from '../../../movie/kept/play-kept.tsx'
import { TakeButton } from '../../../movie/kept/take-button.tsx'
import { takeableEpisode, takeableFilm } from '../../../movie/kept/take-data.ts'
import { TakeSeason } from '../../../movie/kept/take-season.tsx'
import { TakeSheet } from '../../../movie/kept/take-sheet.tsx'
import { useNextEpisode } from '../../../movie/series/episode-data.ts'
import { episodeNumber } from '../../../shared/episode-number.ts'
import { movieText } from '../../../movie/text.ts'
import { QueueButton } from '../../../playback/queue/queue-button.tsx'
import { PlayButton } from '../../../playback/play/play-button.tsx'
import { player } from '../../../playback/player.ts'
import { wantToPlay } from '../../../playback/play/start-play.ts'
import { ShownAt } from '../../../ui/as-of.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { LoadFailed } from '../../../shared/query-list.tsx'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BackIcon } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

const SeriesPage = lazyPart(async () => (await import('../../../movie/series/series-page.tsx')).SeriesPage)

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const { device } = useSession()
  const id = useQueryValue('id')
  return device ? <Detail key={`${device.devid} ${id}`} device={device} id={id} /> : null
}

function Detail({ device, id }: { device: Device; id: string }) {
  const words = useText(movieText)
  const common = useText(commonText)
  const client = useQueryClient()
  const [chosenId, setChosen] = useState('')
  const one = useQuery(film(device, id))
  const { data, isLoadingError, dataUpdatedAt, refetch } = one
  useEffect(() => subscribeToMovies(client, device), [client, device])
  const isGone = useIsMissing(one)
  if (isGone || isLoadingError)
    return (
      <>
        <NavBar title={words.film} backLabel={common.back} back={() => back(libraryPath)} />
        <main className={classes(layoutStyles.page, layoutStyles.plain)}>
          {isGone ? (
            <EmptyState art={art.films} title={words.noFilm}>
              <Button variant="main" onClick={() => switchTab(libraryPath)}>
                {words.toLibrary}
              </Button>
            </EmptyState>
          ) : (
            <LoadFailed onRetry={() => void refetch()} title={words.failedTitle} isBox />
          )}
        </main>
      </>
    )
  const above = (
    <div className={styles.bar}>
      <IconButton label={common.back} onClick={() => back(libraryPath)}>
        <BackIcon />
      </IconButton>
    </div>
  )
  if (!data) return <FilmSkeleton above={above} />
  const note = <ShownAt list={{ dataUpdatedAt: data.stale_at === null ? dataUpdatedAt : data.stale_at * 1000 }} />
  if (data.kind === 'series')
    return (
      <Suspense fallback={<FilmSkeleton above={above} />}>
        <Series device={device} series={data} above={above} note={note} />
      </Suspense>
    )
  const version = data.files.some(({ id: fileId }) => fileId === chosenId) ? { file: chosenId } : {}
  return (
    <FilmPage
      device={device}
      film={data}
      above={above}
      note={note}
      chosenId={chosenId}
      onSelect={setChosen}
      play={
        <PlayKept movieId={data.id}>
          <PlayButton movieId={data.id} title={data.title} position={data.position_ms} duration={data.duration_ms} {...version} />
        </PlayKept>
      }
      queue={
        <>
          <QueueButton device={device} movieId={data.id} title={data.title} {...version} />
          <TakeButton device={device} title={data.title} items={takeableFilm(data, chosenId)} />
        </>
      }
      fix={
        <>
          <FixMatch device={device} film={data} />
          <Write device={device} film={data} />
          <DeleteFilm device={device} film={data} chosenId={chosenId} />
        </>
      }
    />
  )
}

/** Where the box may write in its library; of a film that nobody knows there is nothing to write. */
function Write({ device, film }: { device: Device; film: FilmDetail }) {
  const canWrite = useQuery(info(device)).data?.writes_library === true
  return canWrite && film.identified !== 'no' && device.online === 1 ? <WriteBeside film={film} /> : null
}

type SeriesProps = { device: Device; series: FilmDetail; above: ReactNode; note: ReactNode }

function Series({ device, series, above, note }: SeriesProps) {
  const client = useQueryClient()
  const playing = useObservable(player.playing)
  const next = useNextEpisode(device, series)
  const keptAway = useKeptAway()
  const [taken, setTaken] = useState<{ episode: Episode; isOpen: boolean } | null>(null)
  function playEpisode(episode: Episode, { point, fileId }: { point: number; fileId: string }) {
    const offlineFilm = keptAway(episode.id)
    if (offlineFilm) return playKept(offlineFilm, point === 0 ? 'start' : 'left')
    return void wantToPlay(client, device, {
      movie_id: episode.id,
      path: fileId,
      title: `${series.title} · ${episodeNumber(episode)}`,
      point,
      left: episode.position_ms ?? 0,
      duration: episode.duration_ms ?? 0,
    })
  }
  return (
    <SeriesPage
      device={device}
      series={series}
      above={above}
      note={note}
      playNext={
        next ? (
          <PlayKept movieId={next.id}>
            <PlayButton
              movieId={next.id}
              title={series.title}
              position={next.position_ms}
              duration={next.duration_ms}
              episode={episodeNumber(next)}
            />
          </PlayKept>
        ) : (
          <span />
        )
      }
      queue={
        next && (
          <>
            <QueueButton device={device} movieId={next.id} title={series.title} seriesId={series.id} />
            <TakeSeason device={device} series={series} next={next} />
          </>
        )
      }
      fix={
        <>
          <FixMatch device={device} film={series} />
          <Write device={device} film={series} />
          <DeleteFilm device={device} film={series} chosenId="" />
          {taken && (
            <TakeSheet
              device={device}
              choices={[{ key: 'episode', label: series.title, items: takeableEpisode(series, taken.episode) }]}
              isOpen={taken.isOpen}
              onClose={() => setTaken({ ...taken, isOpen: false })}
            />
          )}
        </>
      }
      take={(episode) => setTaken({ episode, isOpen: true })}
      playingId={playing?.info.movie_id ?? ''}
      play={playEpisode}
    />
  )
}
