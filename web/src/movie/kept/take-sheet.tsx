/** The sheet in which one chooses the size in which films are taken along, and of a series how much of it. */
import type { Device } from '@homeport/contract/device.ts'
import type { CopySize } from '@homeport/contract/playback/offline-copy.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import { commonText } from '../../kit/text/text.ts'
import { https, trustAddress } from '../../shared/https-data.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ConnectionNote } from '../../ui/connection-line.tsx'
import { RetryIcon, TakeIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import noteStyles from '../../ui/note.module.css'
import overlayStyles from '../../ui/overlay.module.css'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { takeAlong } from './keep-films.ts'
import { useKeptFilms } from './kept-films.ts'
import { keptPath } from './pending-kept.ts'
import { keptText, whyText } from './kept-text.ts'
import styles from './kept.module.css'
import { sizeOfAll, sizesOfFile, type Takeable } from './take-data.ts'

/** choices: how much of it; a film has one. */
export type TakeChoice = { key: string; label: string; items: readonly Takeable[] }
type Props = { device: Device; choices: readonly TakeChoice[]; isOpen: boolean; onClose: () => void }

export function TakeSheet({ device, choices, isOpen, onClose }: Props) {
  const words = useText(keptText)
  const common = useText(commonText)
  const client = useQueryClient()
  const films = useKeptFilms()
  const [chosenKey, setChosenKey] = useState('')
  const [height, setHeight] = useState<CopySize['height'] | null>(null)
  const [removes, setRemoves] = useState(true)
  const choice = choices.find(({ key }) => key === chosenKey) ?? choices[0]
  const items = (choice?.items ?? []).filter(({ movie_id }) => films.every((film) => film.movie_id !== movie_id))
  const first = items[0]
  const offer = useQuery({
    ...sizesOfFile(device, first?.file_id ?? ''),
    enabled: isOpen && first !== undefined && device.online === 1,
  })
  // The smallest first; one in the middle suits most phones.
  const sizes = (offer.data?.sizes ?? []).toReversed()
  const size = sizes.find((one) => one.height === height) ?? sizes.find((one) => one.height === 720) ?? sizes[0]
  const bytes = size ? sizeOfAll(items, size) : null
  const lacking = bytes !== null && typeof offer.data?.free === 'number' ? bytes - offer.data.free : 0
  function take() {
    if (!size) return
    onClose()
    void takeAlong(
      client,
      items.map((film) => ({ ...film, height: size.height, removes_watched: removes })),
    )
    toast(words.taken(items.length), { label: words.show, run: () => forward(keptPath) })
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={words.takeAlong}
      closeLabel={common.close}
      foot={
        size &&
        offer.data?.isNear && (
          <>
            <Button
              variant="main"
              isWide
              disabled={device.online !== 1 || lacking > 0}
              icon={<TakeIcon size={22} />}
              onClick={take}
            >
              {words.takeSize(bytes === null ? '' : sizeOf(bytes))}
            </Button>
            {lacking > 0 ? (
              <p className={classes(overlayStyles.afterword, textStyles.warning)} role="alert">
                {words.noRoom(sizeOf(lacking))}
              </p>
            ) : (
              bytes !== null &&
              typeof offer.data.free === 'number' && (
                <p className={classes(overlayStyles.afterword, textStyles.numeric)}>
                  {words.leaves(sizeOf(offer.data.free - bytes))}
                </p>
              )
            )}
          </>
        )
      }
    >
      <ConnectionNote />
      {choices.length > 1 && (
        <div className={layoutStyles.below10}>
          <Segments
            label={words.what}
            segments={choices.map(({ key, label }) => ({ key, label }))}
            chosen={choice?.key ?? ''}
            onSelect={setChosenKey}
          />
        </div>
      )}
      {items.length === 0 && <p className={textStyles.secondary}>{words.allHere}</p>}
      {offer.isLoading && <Skeleton height={168} radius={14} isLate />}
      {offer.isError && (
        <>
          <Hindrance text={words.sizesFailed} />
          <Button isWide icon={<RetryIcon size={20} />} onClick={() => void offer.refetch()}>
            {common.retry}
          </Button>
        </>
      )}
      {offer.data && offer.data.hindrance !== '' && <Hindrance text={whyText(offer.data.hindrance, words)} />}
      {offer.data && offer.data.hindrance === '' && !offer.data.isNear && <NotNear />}
      {offer.data?.isNear && size && (
        <>
          <div role="radiogroup" aria-label={words.sizes}>
            {sizes.map((one) => (
              <Size
                key={one.height}
                size={one}
                bytes={sizeOfAll(items, one)}
                isChosen={one === size}
                onSelect={() => setHeight(one.height)}
              />
            ))}
          </div>
          <div className={styles.switch}>
            <Switch isOn={removes} onChange={setRemoves}>
              {words.removeWatched}
            </Switch>
          </div>
        </>
      )}
    </Sheet>
  )
}

type SizeProps = { size: CopySize; bytes: number | null; isChosen: boolean; onSelect: () => void }

function Size({ size: { height, lines }, bytes, isChosen, onSelect }: SizeProps) {
  const words = useText(keptText)
  return (
    <button type="button" role="radio" aria-checked={isChosen} className={styles.size} onClick={onSelect}>
      <span className={layoutStyles.grow}>
        <span className={classes(layoutStyles.block, isChosen && textStyles.label)}>{words.names[height]}</span>
        <span className={classes(textStyles.caption, layoutStyles.block)}>{words.lines(lines)}</span>
      </span>
      {bytes !== null && (
        <span className={classes(textStyles.secondary, textStyles.numeric)}>
          {height === 0 ? sizeOf(bytes) : words.upTo(sizeOf(bytes))}
        </span>
      )}
      <span className={classes(styles.mark, isChosen && styles.chosen)} aria-hidden="true" />
    </button>
  )
}

function Hindrance({ text }: { text: string }) {
  return (
    <p className={noteStyles.note} role="alert">
      <WarnIcon size={18} />
      {text}
    </p>
  )
}

/** On plain http a browser keeps nothing large, and from elsewhere the box's files are out of reach. */
function NotNear() {
  const words = useText(keptText)
  const hasCa = useQuery(https()).data?.has_ca === true
  return (
    <>
      <p className={textStyles.secondary}>{words.needsHome}</p>
      {hasCa && (
        <a className={textStyles.link} href={trustAddress()}>
          {words.howHttps}
        </a>
      )}
    </>
  )
}
