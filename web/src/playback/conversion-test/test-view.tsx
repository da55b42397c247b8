/** The test of the conversion, to begin and to end: the speed of each kind of film, and the kinds that each TV plays as they are. */
import {
  convertedKinds,
  smoothSpeed,
  type ConversionTest,
  type ConvertedKind,
} from '@homeport/contract/playback/conversion-test.ts'
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { now } from '../../kit/time/clock.ts'
import { formatMoment } from '../../kit/text/format.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { BoxQuery } from '../../shared/box-query.tsx'
import { ShownAt } from '../../ui/as-of.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import cardStyles from '../../ui/card.module.css'
import { classes } from '../../ui/classes.ts'
import { CheckIcon, RetryIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import noteStyles from '../../ui/note.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { runTest, testOf } from './data.ts'
import styles from './test-view.module.css'
import { conversionTestText } from './text.ts'

export function TestView({ device }: { device: Device }) {
  const words = useText(conversionTestText)
  const query = useQuery(testOf(device))
  const isOn = device.online === 1
  return (
    <BoxQuery
      device={device}
      query={query}
      offlineText={words.offlineText}
      waiting={
        <div aria-busy="true">
          <Skeleton height={150} radius={20} below={16} isLate />
        </div>
      }
    >
      {(test) => (
        <>
          <ShownAt list={query} />
          <Start device={device} test={test} isOn={isOn} />
          {test.data.length > 0 && <Speeds test={test} />}
          <Screens test={test} isOn={isOn} />
        </>
      )}
    </BoxQuery>
  )
}

function Start({ device, test, isOn }: { device: Device; test: ConversionTest; isOn: boolean }) {
  const words = useText(conversionTestText)
  const running = useMutation(runTest(useQueryClient(), device))
  const { is_running, done, tested_at, hindrance } = test
  const why = isOn ? { '': '', playing: words.playing, no_ffmpeg: words.noFfmpeg }[hindrance] : ''
  return (
    <section className={styles.start}>
      <p className={textStyles.secondary}>{words.about}</p>
      {is_running && isOn ? (
        <div className={classes(cardStyles.card, styles.running)}>
          <p className={classes(layoutStyles.row, layoutStyles.between, textStyles.numeric)} role="status">
            {words.running(done, convertedKinds.length)}
          </p>
          <Bar percent={(done / convertedKinds.length) * 100} tone="live" label={words.title} />
          <Button disabled={running.isPending} onClick={() => running.mutate(false)}>
            {words.stop}
          </Button>
        </div>
      ) : (
        <>
          {why !== '' && (
            <p className={noteStyles.note} role="status">
              <WarnIcon size={18} />
              {why}
            </p>
          )}
          <Button
            variant={tested_at === 0 ? 'main' : 'plain'}
            disabled={!isOn || why !== '' || running.isPending}
            onClick={() => running.mutate(true)}
          >
            {tested_at === 0 ? words.start : words.again}
          </Button>
        </>
      )}
    </section>
  )
}

function Speeds({ test }: { test: ConversionTest }) {
  const words = useText(conversionTestText)
  const number = new Intl.NumberFormat(useLang(), { maximumFractionDigits: 1 })
  return (
    <section>
      <h2 className={styles.title}>{words.converting}</h2>
      <ul className={classes(cardStyles.card, styles.rows)}>
        {test.data.map(({ kind, speed }) => (
          <li key={kind}>
            <span className={textStyles.label}>{words.kinds[kind]}</span>
            {speed === null ? (
              <span className={textStyles.secondary}>{words.untried}</span>
            ) : (
              <span className={classes(textStyles.secondary, textStyles.numeric, speed < smoothSpeed && textStyles.warning)}>
                {words.times(number.format(speed))} · {speed < smoothSpeed ? words.slow : words.smooth}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className={classes(textStyles.caption, styles.below)}>{words.testedAt(formatMoment(test.tested_at * 1000, now()))}</p>
    </section>
  )
}

function Screens({ test, isOn }: { test: ConversionTest; isOn: boolean }) {
  const words = useText(conversionTestText)
  const names = (kinds: readonly ConvertedKind[]) => words.list(kinds.map((kind) => words.kinds[kind]))
  const isSlow = (kind: ConvertedKind) => {
    const speed = test.data.find((one) => one.kind === kind)?.speed
    return typeof speed === 'number' && speed < smoothSpeed
  }
  if (test.screens.length === 0) return isOn ? <p className={classes(textStyles.caption, styles.noTv)}>{words.noTv}</p> : null
  return test.screens.map(({ screen_id, name, kinds }) => {
    const others = convertedKinds.filter((kind) => !kinds.includes(kind))
    const slow = others.filter(isSlow)
    const smooth = others.filter((kind) => !isSlow(kind))
    return (
      <section key={screen_id}>
        <h2 className={classes(styles.title, textStyles.oneLine)}>
          <bdi>{name}</bdi>
        </h2>
        <ul className={classes(cardStyles.card, styles.lines)}>
          {kinds.length > 0 && (
            <li>
              <CheckIcon size={20} strokeWidth={2} />
              {others.length === 0 ? words.everything : words.asTheyAre(names(kinds))}
            </li>
          )}
          {smooth.length > 0 && (
            <li>
              <RetryIcon size={20} />
              {words.converted(names(smooth))}
            </li>
          )}
          {slow.length > 0 && (
            <li className={textStyles.warning}>
              <WarnIcon size={20} />
              {words.stuttering(names(slow))}
            </li>
          )}
        </ul>
      </section>
    )
  })
}
