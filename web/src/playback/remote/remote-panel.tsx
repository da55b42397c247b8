/** The full-height remote: pad, keys and player; closed by Escape or browser Back. */
import type { Device } from '@homeport/contract/device.ts'
import { playerStatus } from '@homeport/contract/playback/playback.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronsUpDown, Command, Ellipsis, Keyboard, ListVideo, Minus, Plus, Volume2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { Screen, Screens } from '@homeport/contract/playback/screen.ts'
import { playerList } from '@homeport/contract/playback/playback.ts'
import { connectionText } from '../../kit/text/connection-text.ts'
import { useAway, useIsScreenAway } from '../../kit/call/connection.ts'
import { useText } from '../../kit/lang.ts'
import { isConnected, onAct, send } from '../../kit/call/box-connection.ts'
import { useObservable } from '../../kit/observable.ts'
import { commonText } from '../../kit/text/text.ts'
import barsStyles from '../../ui/bars.module.css'
import buttonStyles from '../../ui/button.module.css'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ConnectionLine } from '../../ui/connection-line.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import dotStyles from '../../ui/dot.module.css'
import { HomeIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import overlayStyles from '../../ui/overlay.module.css'
import textStyles from '../../ui/text.module.css'
import { CommentSheet } from './comment-sheet.tsx'
import { ConnectSheet } from '../screens/connect-sheet.tsx'
import { lacksOf, onlineOf, ownScreens, screens } from '../screens-data.ts'
import { HeldKey } from '../pad/held-key.tsx'
import { ReturnIcon } from '../icon.tsx'
import { playIntent } from '../play/intent.ts'
import { useHelpKey } from '../pad/key-press.ts'
import { useKeyboard, usePlayerKeys } from '../pad/keyboard.ts'
import { KeysSheet } from './keys-sheet.tsx'
import { Pad } from '../pad/pad.tsx'
import { NextCard } from '../now/next-card.tsx'
import playerBarStyles from '../now/player-bar.module.css'
import { PlayerBar } from '../now/player-bar.tsx'
import { PlayerWaits } from './player-waits.tsx'
import { player, type Playing } from '../player.ts'
import { NameTv, unnamedTv } from '../screens/name-tv.tsx'
import { SwitchSheet } from '../screens/switch-sheet.tsx'
import { MoreSheet } from './more-sheet.tsx'
import { PlaylistSheet } from '../queue/playlist-sheet.tsx'
import { TypeSheet } from './type-sheet.tsx'
import { keyTrouble, letGoWhenLost } from '../pad/remote-status.ts'
import remoteStyles from './remote.module.css'
import { playbackText } from '../text.ts'
import { LineBreaks } from '../../ui/lines.tsx'

type Props = { device: Device; isOpen: boolean; onClose: () => void; poster: (playing: Playing) => ReactNode }

type SheetName = 'connect' | 'keys' | 'switch' | 'playlist' | 'more' | 'type' | 'comments'

export function RemotePanel({ device, isOpen, onClose, poster }: Props) {
  const words = useText(playbackText)
  const playing = useObservable(player.playing)
  const busy = useObservable(player.busy)
  const popup = useRef<HTMLDivElement>(null)
  const pending = useObservable(player.pending)
  const intent = useObservable(playIntent)
  const [over, setOver] = useState<SheetName | null>(null)
  const list = useQuery({ ...screens(device), enabled: isOpen && device.online === 1 })
  const chosen = useObservable(player.chosen)
  const online = onlineOf(list.data)
  // A chosen TV without a film shows nothing of the others.
  const isShown = (screen_id: string) => chosen === '' || screen_id === chosen || !isListed(chosen, list.data)
  const onScreen = playing && isShown(playing.info.screen_id) ? playing : null
  const waiting = pending && isShown(pending.screen_id) ? pending : null
  const starting = intent?.step === 'starting' ? intent : null
  const onItsWay = starting ?? waiting
  const screenId = onScreen?.info.screen_id ?? waiting?.screen_id ?? (chosen || online[0]?.screen_id || '')
  const shown = ownScreens(list.data).find(({ screen_id }) => screen_id === screenId)
  const tv = starting ? starting.screen_name : onScreen?.info.screen_name || waiting?.screen_name || shown?.name
  const isAway = useIsScreenAway(screenId)
  const lacks = lacksOf(list.data, screenId)
  const canSwitch = online.length > 1 || busy.length > 1
  const unnamed = useObservable(unnamedTv)
  // A sheet that opens by itself comes within the remote, once that has the focus: what is beside it is hidden from screen readers, unless the focus is there.
  const [hadFocus, setHadFocus] = useState(false)
  useHelpKey(isOpen && over === null && unnamed === null, () => setOver('keys'))
  useTypingOnTv(isOpen, (isTyping) => setOver((now) => (isTyping ? (now ?? 'type') : now === 'type' ? null : now)))
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isDone) => !isDone && setHadFocus(false)}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={classes(overlayStyles.scrim, remoteStyles.scrim)} />
        <Dialog.Viewport className={remoteStyles.port}>
          <Dialog.Popup className={remoteStyles.remote} ref={popup} initialFocus={popup} onFocus={() => setHadFocus(true)}>
            <header className={barsStyles.navbar}>
              <Dialog.Close className={buttonStyles.iconButton} aria-label={useText(commonText).close}>
                <ChevronDown strokeWidth={1.75} />
              </Dialog.Close>
              <Dialog.Title className={textStyles.oneLine}>
                {canSwitch && tv ? (
                  <button
                    type="button"
                    className={remoteStyles.switch}
                    aria-label={words.switchTv(tv)}
                    onClick={() => setOver('switch')}
                  >
                    <span className={textStyles.oneLine}>{tv}</span>
                    <ChevronsUpDown size={16} strokeWidth={1.75} />
                  </button>
                ) : (
                  tv || device.name || device.showsn
                )}
              </Dialog.Title>
              <HeaderKeys hasFilm={onScreen !== null} canType={!lacks.includes('text')} open={setOver} />
            </header>
            <State
              device={device}
              hasTv={list.data ? onlineOf(list.data).length > 0 : undefined}
              isAwaited={onItsWay !== null}
              connect={() => setOver('connect')}
            />
            <div className={remoteStyles.over}>{onScreen && !starting && <NextCard playing={onScreen} />}</div>
            <Keys isOn={isOpen && over === null && unnamed === null && !isAway} isAway={isAway} screen={shown} name={tv ?? ''} />
            {onScreen && !starting ? (
              <PlayerBar
                playing={onScreen}
                poster={poster(onScreen)}
                tools={
                  <IconButton label={words.playlist} onClick={() => setOver('playlist')}>
                    <ListVideo strokeWidth={1.75} />
                  </IconButton>
                }
              />
            ) : onItsWay ? (
              <PlayerWaits device={device} film={onItsWay} target={starting?.target ?? waiting?.screen_id ?? ''} />
            ) : (
              <Nothing hasPad={!lacks.includes('keys')} />
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
        <NameTv device={device} isOpen={isOpen && hadFocus && over === null} playing={onScreen?.info.title ?? ''} />
      </Dialog.Portal>
      <ConnectSheet device={device} isOpen={over === 'connect'} onClose={() => setOver(null)} />
      <SwitchSheet device={device} isOpen={over === 'switch'} chosen={screenId} onClose={() => setOver(null)} />
      {onScreen && (
        <CommentSheet
          device={device}
          movieId={onScreen.info.movie_id}
          isOpen={over === 'comments'}
          onClose={() => setOver(null)}
        />
      )}
      <TypeSheet isOpen={over === 'type'} onClose={() => setOver(null)} />
      {onScreen && (
        <MoreSheet
          info={onScreen.info}
          lacks={lacks}
          isOpen={over === 'more'}
          onClose={() => setOver(null)}
          comment={() => setOver('comments')}
        />
      )}
      {onScreen && (
        <PlaylistSheet
          device={device}
          target={onScreen.info.screen_id}
          isOpen={over === 'playlist'}
          onClose={() => setOver(null)}
        />
      )}
      <KeysSheet of="remote" isOpen={over === 'keys'} onClose={() => setOver(null)} />
    </Dialog.Root>
  )
}

function HeaderKeys({ hasFilm, canType, open }: { hasFilm: boolean; canType: boolean; open: (sheet: SheetName) => void }) {
  const words = useText(playbackText)
  return (
    <div className={layoutStyles.row}>
      <span className={remoteStyles.pointerOnly}>
        <IconButton label={words.shortcuts} onClick={() => open('keys')}>
          <Command strokeWidth={1.75} />
        </IconButton>
      </span>
      {canType && (
        <IconButton label={words.typeOnTv} onClick={() => open('type')}>
          <Keyboard strokeWidth={1.75} />
        </IconButton>
      )}
      {hasFilm && (
        <IconButton label={words.more} onClick={() => open('more')}>
          <Ellipsis strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  )
}

function isListed(screen_id: string, list: Screens | undefined): boolean {
  return list?.data.some((one) => one.screen_id === screen_id && one.is_online) ?? false
}

/** Calls when a text field opens or closes on the TV that the remote controls. */
function useTypingOnTv(isOn: boolean, changed: (isTyping: boolean) => void): void {
  const change = useEffectEvent(changed)
  useEffect(() => {
    let isTyping = false
    if (!isOn) return
    return onAct(playerStatus, (info) => {
      const target = player.target()
      if ((target !== '' && info.screen_id !== target) || info.is_typing === isTyping) return
      isTyping = info.is_typing
      change(isTyping)
    })
  }, [isOn])
}

/** isAwaited: a film is starting on a paired TV. */
type StateProps = { device: Device; hasTv: boolean | undefined; isAwaited: boolean; connect: () => void }

/** The connection state of the TV with an action, or the connection line as on every page. */
function State({ device, hasTv, isAwaited, connect }: StateProps) {
  const words = useText(playbackText)
  const connection = useText(connectionText)
  const away = useAway()
  const linked = useObservable(isConnected)
  const trouble = useObservable(keyTrouble)
  // without the socket the player state is polled
  useQuery({
    queryKey: ['playback', 'status', device.devsn],
    queryFn: async () => {
      const hear = player.requestAll()
      const { data } = await send(playerList, {})
      hear(data)
      return data.length
    },
    enabled: !linked && device.online === 1,
    refetchInterval: 5_000,
    retry: false,
    meta: { isQuiet: true },
  })
  // A failed key may reveal that the box is offline before its presence changes.
  const reason = away ?? (device.online !== 1 || trouble === 'offline' ? 'box' : null)
  if (reason)
    return (
      <div className={classes(remoteStyles.status, remoteStyles.away)}>
        <ConnectionLine away={reason} />
      </div>
    )
  if (hasTv === false && isAwaited)
    return (
      <p className={remoteStyles.status} role="status">
        <i className={classes(dotStyles.dot, dotStyles.off)} />
        {connection.tv}
      </p>
    )
  if (hasTv === false || trouble === 'no_screen')
    return (
      <p className={remoteStyles.status}>
        <Button isSmall icon={<WarnIcon size={18} />} onClick={connect}>
          {`${words.noTv} · ${words.connect}`}
        </Button>
      </p>
    )
  const troubleWord =
    trouble === 'silent' || trouble === 'unsent' ? words[trouble] : trouble === 'lacking' ? words.refusals.lacking : undefined
  return (
    <p className={remoteStyles.status} role="status">
      <i className={classes(dotStyles.dot, !(linked && !troubleWord) && dotStyles.off)} />
      <LineBreaks text={troubleWord ?? (linked ? words.connected : words.linking)} />
    </p>
  )
}

/** isOn: the keyboard is the remote’s. isAway: no key would reach the TV. screen: undefined if it is not listed. */
type KeysProps = { isOn: boolean; isAway: boolean; screen: Screen | undefined; name: string }

function Keys({ isOn, isAway, screen, name }: KeysProps) {
  const words = useText(playbackText)
  const hasPad = !screen?.lacks.includes('keys')
  const held = useKeyboard(isOn)
  usePlayerKeys({ isOn, hasArrows: false })
  useEffect(() => (isOn ? letGoWhenLost() : undefined), [isOn])
  const lit = held === 'up' || held === 'down' || held === 'left' || held === 'right' || held === 'ok' ? held : null
  return (
    <fieldset className={remoteStyles.controls} disabled={isAway}>
      {hasPad ? (
        <Pad lit={lit} />
      ) : (
        <p className={remoteStyles.padless}>{screen?.player === 'mpv' ? words.boxKeys : words.dlnaKeys(name)}</p>
      )}
      <div className={classes(remoteStyles.keys, !hasPad && remoteStyles.volumeOnly)}>
        {hasPad && (
          <>
            <HeldKey name="back" className={remoteStyles.key}>
              <ReturnIcon size={22} />
              {words.back}
            </HeldKey>
            <HeldKey name="home" className={remoteStyles.key}>
              <HomeIcon size={22} />
              {words.home}
            </HeldKey>
          </>
        )}
        <div className={classes(remoteStyles.key, remoteStyles.volume)} role="group" aria-label={words.volume}>
          <HeldKey name="volume_down" label={words.volumeDown}>
            <Minus size={22} strokeWidth={1.75} />
          </HeldKey>
          <HeldKey name="mute" label={words.mute} className={remoteStyles.quiet}>
            <Volume2 size={20} strokeWidth={1.75} />
          </HeldKey>
          <HeldKey name="volume_up" label={words.volumeUp}>
            <Plus size={22} strokeWidth={1.75} />
          </HeldKey>
        </div>
      </div>
    </fieldset>
  )
}

function Nothing({ hasPad }: { hasPad: boolean }) {
  const words = useText(playbackText)
  return (
    <section className={classes(playerBarStyles.player, playerBarStyles.atRest)}>
      <h2 className={textStyles.label}>{words.nothing}</h2>
      <p className={textStyles.secondary}>{hasPad ? words.nothingText : words.nothingPadless}</p>
    </section>
  )
}
