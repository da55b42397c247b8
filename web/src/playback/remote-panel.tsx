/** The remote: pad, keys and player over the whole height; Escape and Enter go to the TV, Back closes it. */
import { Dialog } from '@base-ui/react/dialog'
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Minus, Plus, Volume2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useCell } from '../kit/cell.ts'
import { useText } from '../kit/lang.ts'
import { isLinked, send } from '../kit/link.ts'
import { playerStatus } from '@homeport/contract/playback.ts'
import { commonText } from '../kit/text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { HomeIcon, WarnIcon } from '../ui/icon.tsx'
import '../ui/overlay.css'
import { onlineOf, screens } from './data.ts'
import { HeldKey } from './held-key.tsx'
import { ReturnIcon, ScreenIcon } from './icon.tsx'
import { useKeyboard } from './keyboard.ts'
import { Pad } from './pad.tsx'
import { PlayerBar } from './player-bar.tsx'
import { player, type Playing } from './player.ts'
import './playback.css'
import { keyTrouble, letGoWhenLost } from './remote-line.ts'
import { ScreensSheet } from './screens-sheet.tsx'
import { playbackText } from './text.ts'

type Props = { device: Device; isOpen: boolean; close: () => void; poster: (playing: Playing) => ReactNode }

export function RemotePanel({ device, isOpen, close, poster }: Props) {
  const words = useText(playbackText)
  const playing = useCell(player.playing)
  const popup = useRef<HTMLDivElement>(null)
  const [isAtScreens, setAtScreens] = useState(false)
  const list = useQuery({ ...screens(device), enabled: isOpen && device.online === 1 })
  const tv = playing?.info.screen_name || onlineOf(list.data)[0]?.name
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim remote-scrim" />
        <Dialog.Viewport className="remote-port">
          <Dialog.Popup className="remote" ref={popup} initialFocus={popup}>
            <header className="navbar">
              <Dialog.Close className="ib" aria-label={useText(commonText).close}>
                <ChevronDown strokeWidth={1.75} />
              </Dialog.Close>
              <Dialog.Title className="one">{tv || device.name || device.showsn}</Dialog.Title>
              <div className="fx">
                <IconButton label={words.screens} onClick={() => setAtScreens(true)}>
                  <ScreenIcon />
                </IconButton>
              </div>
            </header>
            <State
              device={device}
              hasTv={list.data ? onlineOf(list.data).length > 0 : undefined}
              toScreens={() => setAtScreens(true)}
            />
            <Keys isOn={isOpen && !isAtScreens} />
            {playing ? <PlayerBar playing={playing} poster={poster(playing)} /> : <Nothing />}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
      <ScreensSheet device={device} isOpen={isAtScreens} close={() => setAtScreens(false)} />
    </Dialog.Root>
  )
}

/** One line on how well it reaches the TV, with the way out where it does not. */
function State({ device, hasTv, toScreens }: { device: Device; hasTv: boolean | undefined; toScreens: () => void }) {
  const words = useText(playbackText)
  const linked = useCell(isLinked)
  const trouble = useCell(keyTrouble)
  // without the socket nobody tells what plays
  useQuery({
    queryKey: ['playback', 'status', device.devsn],
    queryFn: async () => {
      const info = await send(playerStatus, {})
      player.hear(info)
      return info.status
    },
    enabled: !linked && device.online === 1,
    refetchInterval: 5_000,
    retry: false,
    meta: { isQuiet: true },
  })
  const isOff = device.online !== 1 || trouble === 'offline'
  if (!isOff && (hasTv === false || trouble === 'no_screen'))
    return (
      <p className="st">
        <Button isSmall icon={<WarnIcon size={18} />} onClick={toScreens}>
          {`${words.noTv} · ${words.connect}`}
        </Button>
      </p>
    )
  return (
    <p className="st" role="status">
      <i className={isOff ? 'dot off' : 'dot'} />
      {isOff ? words.offline : trouble === 'silent' ? words.silent : linked ? words.connected : words.linking}
    </p>
  )
}

function Keys({ isOn }: { isOn: boolean }) {
  const words = useText(playbackText)
  const held = useKeyboard(isOn)
  useEffect(() => (isOn ? letGoWhenLost() : undefined), [isOn])
  const lit = held === 'up' || held === 'down' || held === 'left' || held === 'right' || held === 'ok' ? held : null
  return (
    <div className="rm">
      <Pad lit={lit} />
      <div className="keys">
        <HeldKey name="back" className="key">
          <ReturnIcon size={22} />
          {words.back}
        </HeldKey>
        <HeldKey name="home" className="key">
          <HomeIcon size={22} />
          {words.home}
        </HeldKey>
        <div className="key vol" role="group" aria-label={words.volume}>
          <HeldKey name="volume_down" label={words.volumeDown}>
            <Minus size={22} strokeWidth={1.75} />
          </HeldKey>
          <HeldKey name="mute" label={words.mute} className="quiet">
            <Volume2 size={20} strokeWidth={1.75} />
          </HeldKey>
          <HeldKey name="volume_up" label={words.volumeUp}>
            <Plus size={22} strokeWidth={1.75} />
          </HeldKey>
        </div>
      </div>
    </div>
  )
}

function Nothing() {
  const words = useText(playbackText)
  return (
    <section className="pl at-rest">
      <h2 className="label">{words.nothing}</h2>
      <p className="sub">{words.nothingText}</p>
    </section>
  )
}
