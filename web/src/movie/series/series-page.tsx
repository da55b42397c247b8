/** A series: picture, details, what to go on with, and its episodes by season. The parts that play and mend it are passed in by the page. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail, Season } from '@homeport/contract/movie/movie.ts'
import type { Episode } from '@homeport/contract/movie/series.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { lang, useText } from '../../kit/lang.ts'
import { rewriteAddress, useQueryValue } from '../../kit/nav/nav.ts'
import { pathTo } from '../../kit/nav/href.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import { Segments } from '../../ui/segments.tsx'
import textStyles from '../../ui/text.module.css'
import { detailPath } from '../data.ts'
import { FavoriteButton } from '../film/favorite-button.tsx'
import { FilmFrame } from '../film/film-frame.tsx'
import { CollectionLink, People } from '../film/film-links.tsx'
import { Plot } from '../film/plot.tsx'
import { regionName } from '../region-name.ts'
import { RelatedFilms } from '../film/related-films.tsx'
import { useMarkWatched, WatchedButton } from '../film/watched-button.tsx'
import { lengthOfSeries, shelfText } from '../shelf-text.ts'
import { useShownEpisode } from '../unseen-episode.ts'
import { missing, useAddWish } from '../wish/wish-data.ts'
import { wishText } from '../wish/wish-text.ts'
import { EpisodeList } from './episode-list.tsx'
import { EpisodeSheet } from './episode-sheet.tsx'
import styles from './series.module.css'
import { seriesText } from './series-text.ts'

/** point: ms to begin at. fileId: one of the episode's files, '' for the first. */
export type PlayEpisode = (episode: Episode, from: { point: number; fileId: string }) => void

type Props = {
  device: Device
  series: FilmDetail
  above: ReactNode
  note: ReactNode
  /** The button that goes on with the series. */
  playNext: ReactNode
  queue: ReactNode
  fix: ReactNode
  playingId: string
  play: PlayEpisode
  /** Takes an episode along on this phone. */
  take: (episode: Episode) => void
}

export function SeriesPage({ device, series, above, note, playNext, queue, fix, playingId, play, take }: Props) {
  const words = useText(seriesText)
  const own = useText(shelfText)
  const wishWords = useText(wishText)
  const mark = useMarkWatched(device)
  const [shown, setShown] = useState<{ episode: Episode; isOpen: boolean } | null>(null)
  const shownEpisode = useShownEpisode(device)
  const { season, seasons } = useSeasons(device, series)
  const isSeasonWatched = season !== undefined && season.episodes > 0 && season.watched === season.episodes
  const { id: seriesId } = series
  const { data: lacks, isLoading } = useQuery(missing(device, { seriesId, season: season?.season ?? 0 }))
  const obtainable = (lacks?.data ?? []).filter(({ state }) => state === 'missing').length
  const all = useAddWish(device)
  return (
    <FilmFrame
      film={series}
      facts={[yearsOf(series, words.years), lengthOfSeries(series, own), series.region && regionName(series.region, lang.get())]}
      above={above}
      note={note}
      play={playNext}
      actions={
        <>
          <FavoriteButton device={device} film={series} />
          {season && season.episodes > 0 && (
            <WatchedButton
              label={words.markSeason(seasonName(season, words))}
              isWatched={isSeasonWatched}
              toggle={() => mark({ id: seriesId, season: season.season, isWatched: !isSeasonWatched })}
            />
          )}
          {queue}
        </>
      }
    >
      <Plot key={series.overview} text={series.overview} isShort />
      {season && (
        <>
          <div className={styles.seasons}>
            <Segments
              label={words.whichSeason}
              isChips
              segments={seasons.map((one) => ({
                key: String(one.season),
                label: seasonName(one, words),
                isFaint: one.episodes === 0,
              }))}
              chosen={String(season.season)}
              onSelect={(key) => rewriteAddress(pathTo(detailPath, { id: seriesId, season: key }))}
            />
            <p className={classes(textStyles.caption, textStyles.numeric)}>
              {[
                season.title,
                lacks && lacks.missing > 0
                  ? wishWords.hereOf(lacks.aired - lacks.missing, lacks.aired)
                  : own.episodes(season.episodes),
                season.watched > 0 && words.watchedOf(season.watched),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {obtainable > 1 && (
            <div className={styles.getAll}>
              <Button
                variant="line"
                isSmall
                isBusy={all.isPending}
                disabled={device.online !== 1}
                onClick={() => lacks && all.add({ tmdb: lacks.tmdb, season: season.season })}
              >
                {wishWords.getAll(obtainable)}
              </Button>
            </div>
          )}
          <EpisodeList
            key={season.season}
            device={device}
            of={{ seriesId, season: season.season }}
            total={season.episodes}
            missing={lacks?.data ?? []}
            isMissingKnown={!isLoading}
            tmdb={lacks?.tmdb ?? ''}
            playingId={playingId}
            play={(episode) => play(episode, { point: episode.is_watched ? 0 : (episode.position_ms ?? 0), fileId: '' })}
            more={(episode) => setShown({ episode, isOpen: true })}
          />
        </>
      )}
      {shown && (
        <EpisodeSheet
          episode={shownEpisode(shown.episode)}
          isOpen={shown.isOpen}
          onClose={() => setShown({ ...shown, isOpen: false })}
          playFromStart={() => play(shown.episode, { point: 0, fileId: '' })}
          playFile={(fileId) => play(shown.episode, { point: 0, fileId })}
          mark={(isWatched) => mark({ id: shown.episode.id, seriesId, isWatched })}
          take={() => take(shown.episode)}
        />
      )}
      <div className={layoutStyles.above24}>{fix}</div>
      {series.collection && <CollectionLink collection={series.collection} />}
      {series.people.length > 0 && <People people={series.people} />}
      <RelatedFilms device={device} film={series} />
    </FilmFrame>
  )
}

/** seasons: of the library, and those that it lacks. season: the one in the address, else that of the next episode when the page was opened: it stays while marks move the next episode on. */
function useSeasons(device: Device, { id: seriesId, season_list, next }: FilmDetail) {
  const chosen = Number(useQueryValue('season') || Number.NaN)
  const [opened] = useState(next?.season)
  // Whichever season is asked tells of all; the one on screen is asked again and again.
  const all = useQuery({ ...missing(device, { seriesId, season: season_list[0]?.season ?? 0 }), refetchInterval: false })
  const seasons = withAbsent(season_list, all.data?.seasons ?? [])
  const bySeason = (number: number | undefined) => seasons.find(({ season }) => season === number)
  // It may be one that the library lacks.
  const awaited = all.isLoading && Number.isInteger(chosen) && chosen > 0 ? absent(chosen) : undefined
  return { seasons, season: bySeason(chosen) ?? awaited ?? bySeason(opened) ?? seasons[0] }
}

const absent = (season: number): Season => ({ season, title: '', episodes: 0, watched: 0 })

/** In order, the specials last. */
function withAbsent(local: readonly Season[], all: readonly number[]): Season[] {
  const others = all.filter((number) => local.every(({ season }) => season !== number)).map(absent)
  return [...local, ...others].toSorted((one, other) => (one.season || Infinity) - (other.season || Infinity))
}

function seasonName({ season }: Season, words: { specials: string; season: (n: number) => string }): string {
  return season === 0 ? words.specials : words.season(season)
}

function yearsOf({ year, year_end }: FilmDetail, between: (from: number, to: number) => string): string | number | null {
  return year !== null && year_end !== null && year_end !== year ? between(year, year_end) : year
}
