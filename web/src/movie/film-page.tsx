/** A film: picture, details, files. The play button is passed in by the page. */
import type { FilmDetail, FilmFile } from '@homeport/contract/movie.ts'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { durationOf, qualityOf, sizeOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { usePicture } from '../shared/box-picture.ts'
import { classes } from '../ui/classes.ts'
import { CheckIcon, VideoIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx'
import sectionHeadStyles from '../ui/section-head.module.css'
import skeletonStyles from '../ui/skeleton.module.css'
import { Skeleton } from '../ui/skeleton.tsx'
import textStyles from '../ui/text.module.css'
import styles from './film-page.module.css'
import posterStyles from './poster.module.css'
import { Poster } from './poster.tsx'
import { CollectionLink, GenreLinks, People } from './film-links.tsx'
import { movieText, type MovieWords } from './text.ts'
import { isLongTitle } from './title.ts'
import { useTone } from './tone.ts'

type Props = {
  film: FilmDetail
  above: ReactNode
  note: ReactNode
  play: ReactNode
  favorite: ReactNode
  /** The file to play; '' for the first. */
  chosenId: string
  choose: (fileId: string) => void
}

export function FilmPage({ film, above, note, play, favorite, chosenId, choose }: Props) {
  const words = useText(movieText)
  const tone = useTone(usePicture(film.poster))
  const chosen = film.files.find(({ id }) => id === chosenId)
  const facts = [film.year, film.duration_ms === null ? null : durationOf(film.duration_ms / 1000), qualityOf(film.quality)]
  return (
    <div className={classes(styles.page, layoutStyles.appearing)}>
      <div className={styles.backdrop} aria-hidden="true" style={tone === '' ? {} : { backgroundColor: tone }} />
      {above}
      <main className={styles.body}>
        <div className={classes(styles.head, isLongTitle(film.title) && styles.long)}>
          <Poster poster={film.poster} title={film.title} isWatched={film.is_watched} />
          <h1>{film.title}</h1>
          <div className={styles.factLines}>
            {film.original_title && <p className={textStyles.secondary}>{film.original_title}</p>}
            <p className={classes(styles.facts, textStyles.numeric)}>
              {film.rating !== null && (
                <b>
                  <Star size={16} fill="currentColor" strokeWidth={1.75} />
                  {film.rating.toFixed(1)}
                </b>
              )}
              {facts.filter(Boolean).map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
            {film.genres.length > 0 && <GenreLinks genres={film.genres} />}
          </div>
          <div className={styles.actions}>
            {play}
            {favorite}
          </div>
        </div>
        {note}
        <div className={styles.lower}>
          <div>
            <p className={classes(styles.plot, !film.overview && styles.noPlot)}>{film.overview || words.noPlot}</p>
            {film.collection && <CollectionLink collection={film.collection} />}
            {film.people.length > 0 && <People people={film.people} />}
          </div>
          <section className={styles.files}>
            <div className={sectionHeadStyles.sectionHead}>
              <h2>{words.files}</h2>
            </div>
            <ul className={listStyles.list}>
              {film.files.map((file, index) => (
                <FileRow
                  key={file.id}
                  file={file}
                  words={words}
                  isOnly={film.files.length === 1}
                  isChosen={chosen ? chosen.id === file.id : index === 0}
                  choose={() => choose(file.id)}
                />
              ))}
            </ul>
          </section>
        </div>
      </main>
    </div>
  )
}

type RowProps = { file: FilmFile; words: MovieWords; isOnly: boolean; isChosen: boolean; choose: () => void }

function FileRow({ file, words, isOnly, isChosen, choose }: RowProps) {
  const kind = [
    pictureOf(file),
    codecOf(file.video),
    codecOf(file.audio),
    file.subtitles.length > 0 && words.subtitles(file.subtitles.length),
  ]
  const inner = (
    <>
      <VideoIcon />
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.oneLine, styles.fileKind)}>{kind.filter(Boolean).join(' · ') || words.unread}</span>
        <span className={classes(textStyles.caption, textStyles.numeric, styles.fileName)}>
          {sizeOf(file.file_size, 3)} · <MiddleEllipsis text={file.file_name} />
        </span>
      </span>
      {isChosen && !isOnly && (
        <span role="img" aria-label={words.playsThis}>
          <CheckIcon size={22} />
        </span>
      )}
    </>
  )
  return (
    <li>
      {isOnly ? (
        <div className={listStyles.row}>{inner}</div>
      ) : (
        <button type="button" className={listStyles.row} aria-pressed={isChosen} onClick={choose}>
          {inner}
        </button>
      )}
    </li>
  )
}

function pictureOf({ width, height }: FilmFile): string {
  return width && height ? `${width} × ${height}` : ''
}

const codecNames: Record<string, string> = { hevc: 'HEVC', h264: 'H.264', av1: 'AV1', vp9: 'VP9', mpeg4: 'MPEG-4', eac3: 'E-AC3' }

/** Display name of a codec. */
function codecOf(codec: string): string {
  return codecNames[codec] ?? codec.toUpperCase()
}

export function FilmSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.backdrop} />
      <div className={styles.body}>
        <div className={styles.head}>
          <span className={classes(posterStyles.poster, skeletonStyles.late)} />
          <h1 aria-hidden="true">
            <Skeleton width="70%" height={28} isLate />
          </h1>
          <div className={styles.factLines}>
            <Skeleton width="50%" height={14} above={14} isLate />
          </div>
          <div className={styles.actions}>
            <Skeleton height={52} radius={14} isLate />
          </div>
        </div>
      </div>
    </div>
  )
}
