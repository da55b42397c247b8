/** The play button of a film; while it plays, its state on the TV and a link to the remote. */
import type { Device } from '@homeport/contract/device.ts'
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useAway } from '../../kit/call/connection.ts'
import { durationOf, formatClock } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { useSession } from '../../kit/session.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { PlayIcon } from '../../ui/icon.tsx'
import textStyles from '../../ui/text.module.css'
import { tvsToPlayOn, screens } from '../screens-data.ts'
import { ScreenIcon } from '../icon.tsx'
import { playIntent } from './intent.ts'
import { NowPlaying } from '../now/now-playing.tsx'
import styles from '../play-button.module.css'
import { player } from '../player.ts'
import { OnItsWay } from './on-its-way.tsx'
import { wantToPlay } from './start-play.ts'
import { playbackText } from '../text.ts'

type Film = {
  movieId: string
  title: string
  position: number | null
  duration: number | null
  file?: string
  episode?: string
}

/**
 * position: ms where the user stopped, null or 0 if not started. file: id of one of the film's files.
 * episode: of a series, which one it plays ('S1 E4'); where it begins is then in the line below.
 */
export function PlayButton(film: Film) {
  const { device } = useSession()
  const playing = useObservable(player.playing)
  const pending = useObservable(player.pending)
  const intent = useObservable(playIntent)
  // A film that one watches in one's own browser never stands in the way of the TV.
  const isThis = (info: PlayerInfo) => info.movie_id === film.movieId && !info.is_here
  const elsewhere = useObservable(player.busy).find(isThis)
  if (!device) return null
  if (playing && isThis(playing.info)) return <NowPlaying playing={playing} />
  const other = elsewhere && player.on(elsewhere.screen_id)
  if (other) return <NowPlaying playing={other} />
  if (intent?.step === 'starting' && intent.movie_id === film.movieId)
    return <OnItsWay device={device} screen={intent.screen_name} target={intent.target} />
  if (pending && isThis(pending)) return <OnItsWay device={device} screen={pending.screen_name} target={pending.screen_id} />
  return <Ready key={film.movieId} device={device} film={film} isBusy={intent?.step === 'looking'} />
}

function Ready({ device, film, isBusy }: { device: Device; film: Film; isBusy: boolean }) {
  const words = useText(playbackText)
  const client = useQueryClient()
  const resumeAt = film.position ?? 0
  const press = (point: number, isChoosing = false) => {
    const { movieId: movie_id, title, duration, file: path = '' } = film
    void wantToPlay(client, device, { movie_id, path, title, point, left: resumeAt, duration: duration ?? 0, isChoosing })
  }
  const resumeWords = resumeAt > 0 ? words.resumeFrom(formatClock(resumeAt)) : words.play
  const isOff = device.online !== 1
  const label = film.episode === undefined ? resumeWords : words.playEpisode(film.episode)
  return (
    <div>
      <Button
        variant="main"
        isWide
        isBusy={isBusy}
        disabled={isOff}
        icon={<PlayIcon size={22} />}
        aria-label={`${label}: ${film.title}`}
        onClick={() => press(resumeAt)}
      >
        <span className={classes(textStyles.numeric, textStyles.oneLine)}>{label}</span>
      </Button>
      {isOff ? <WhenBack /> : <Where device={device} resumeAt={resumeAt} film={film} onSelect={() => press(resumeAt, true)} />}
    </div>
  )
}

/** In the place of where it plays: when it can be played again. */
function WhenBack() {
  const words = useText(playbackText)
  return <p className={styles.where}>{useAway() === 'box' ? words.whenBoxBack : words.whenOnline}</p>
}

type WhereProps = { device: Device; resumeAt: number; film: Film; onSelect: () => void }

/** The target TV, and the remaining time; of an episode also where it begins. */
function Where({ device, resumeAt, film: { duration, episode }, onSelect }: WhereProps) {
  const words = useText(playbackText)
  const list = useQuery(screens(device))
  const online = tvsToPlayOn(list.data)
  const [only] = online
  const where = !list.data
    ? ''
    : only && online.length === 1
      ? words.playsOn(only.name)
      : online.length > 1
        ? words.tvsOn(online.length)
        : words.noTv
  const begin = episode !== undefined && resumeAt > 0 ? words.beginsAt(formatClock(resumeAt)) : ''
  const rest = resumeAt > 0 && duration ? words.remaining(durationOf((duration - resumeAt) / 1000)) : ''
  return (
    <button
      type="button"
      className={classes(styles.where, textStyles.numeric)}
      aria-label={[words.playElsewhere, [begin, where, rest].filter(Boolean).join(' · ')].filter(Boolean).join(', ')}
      onClick={onSelect}
    >
      <ScreenIcon size={17} />
      <span className={textStyles.oneLine}>{[begin, where].filter(Boolean).join(' · ') || (rest ? '' : '\u00a0')}</span>
      {rest !== '' && (
        <span className={styles.rest}>
          {(begin || where) && ' · '}
          {rest}
        </span>
      )}
      <ChevronDown size={17} strokeWidth={1.75} />
    </button>
  )
}
