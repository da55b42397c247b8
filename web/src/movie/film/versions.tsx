/** The files of a film, with what is in them; of several, the one to play is chosen. */
import type { FilmFile } from '@homeport/contract/movie/movie.ts'
import { smoothSpeed } from '@homeport/contract/playback/conversion-test.ts'
import { fileTracks } from '@homeport/contract/playback/tracks.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '../../kit/call/box-connection.ts'
import { session } from '../../kit/session.ts'
import { sizeOf } from '../../kit/text/format.ts'
import { lang, useText } from '../../kit/lang.ts'
import { languageName } from '../../kit/text/language-name.ts'
import { classes } from '../../ui/classes.ts'
import { CheckIcon, VideoIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import textStyles from '../../ui/text.module.css'
import styles from './film-page.module.css'
import { filmText } from '../film-text.ts'
import { audioOf, resolutionOf, soundNames, subtitleNames, subtitleTrackNames, videoOf } from './streams.ts'
import { movieText } from '../text.ts'

type Props = { files: readonly FilmFile[]; chosenId: string; onSelect: (fileId: string) => void }

export function Versions({ files, chosenId, onSelect }: Props) {
  const chosen = files.find(({ id }) => id === chosenId) ?? files[0]
  return (
    <ul className={listStyles.list}>
      {files.map((file) => (
        <Version
          key={file.id}
          file={file}
          isOnly={files.length === 1}
          isChosen={chosen === file}
          onSelect={() => onSelect(file.id)}
        />
      ))}
    </ul>
  )
}

type RowProps = { file: FilmFile; isOnly: boolean; isChosen: boolean; onSelect: () => void }

function Version({ file, isOnly, isChosen, onSelect }: RowProps) {
  const words = useText(movieText)
  const inner = (
    <>
      <VideoIcon />
      <VersionFacts file={file} />
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
        <button type="button" className={listStyles.row} aria-pressed={isChosen} onClick={onSelect}>
          {inner}
        </button>
      )}
    </li>
  )
}

/** Picture and edition, sound and subtitles in words, then source, size and name. */
export function VersionFacts({ file }: { file: FilmFile }) {
  const words = useText(movieText)
  const film = useText(filmText)
  const isRead = file.video !== ''
  const heardAndRead = useHeardAndRead(file)
  const conversion = useConversion(file)
  return (
    <span className={layoutStyles.grow}>
      <span className={classes(textStyles.oneLine, styles.fileKind)}>
        {isRead ? [resolutionOf(file), file.edition, videoOf(file)].filter(Boolean).join(' · ') : words.unread}
      </span>
      {isRead && <span className={classes(textStyles.caption, textStyles.oneLine, layoutStyles.block)}>{heardAndRead}</span>}
      {conversion && <span className={classes(textStyles.caption, layoutStyles.block)}>{conversion.sentence}</span>}
      {conversion?.isSlow && (
        <span className={classes(textStyles.caption, textStyles.warning, layoutStyles.block)}>{film.stutters}</span>
      )}
      <span className={classes(textStyles.caption, textStyles.numeric, styles.fileName)}>
        {[film.sources[file.source], sizeOf(file.file_size)].filter(Boolean).join(' · ')} ·{' '}
        <MiddleEllipsis text={file.file_name} />
      </span>
    </span>
  )
}

/** The sentence on the conversion of the file for the TV, and whether the box is too slow for it; undefined where there is none, and while no TV is on. */
function useConversion(file: FilmFile): { sentence: string; isSlow: boolean } | undefined {
  const words = useText(filmText)
  const conversion = useQuery(tracksOfFile(file)).data?.conversion
  if (!conversion) return undefined
  const { screen_name, kind, reason, codec, speed } = conversion
  const name = kind === 'sound' ? audioOf({ audio: codec }) : videoOf({ video: codec })
  const sentence = words.converted(screen_name, words.converts[kind], reason === 'codec' ? name : words.why[reason])
  return { sentence, isSlow: speed !== null && speed < smoothSpeed }
}

/** "French, English · Chinese subtitles": as the box says it, or as far as the library knows it. */
function useHeardAndRead(file: FilmFile): string {
  const words = useText(movieText)
  const film = useText(filmText)
  const tracks = useQuery(tracksOfFile(file)).data
  const inTracks = tracks ? soundNames(tracks, lang.get()) : []
  // A file that names no language of its sound may be named by it.
  const sounds = inTracks.length > 0 ? inTracks : file.languages.map((language) => languageName(language, lang.get()))
  const languages = tracks ? subtitleTrackNames(tracks, lang.get()) : subtitleNames(file, lang.get())
  const { length } = tracks?.subtitles ?? file.subtitles
  const subtitles =
    languages.length > 0 ? film.subtitlesIn(film.some(languages)) : length > 0 ? words.subtitles(length) : film.noSubtitles
  return [sounds.length > 0 ? film.some(sounds) : audioOf(file), subtitles].filter(Boolean).join(' · ')
}

/** The audio tracks and subtitles of a file, also those beside it; only the box itself knows them. */
const tracksOfFile = (file: Pick<FilmFile, 'id'>) =>
  queryOptions({
    queryKey: [session.get().lang, 'movie', session.get().device?.devid, 'tracks', file.id],
    queryFn: () => send(fileTracks, { path: file.id }),
    enabled: session.get().device?.online === 1,
    retry: false,
    meta: { isQuiet: true },
  })
