/** Why a download waits or does not move, and what one can do. Every reason of the contract has its sentences in both languages. */
import type { StallReason, TaskReason } from '@homeport/contract/download/download.ts'
import { both, wordsBy } from '../../kit/lang.ts'

/** The reasons of a Task's wait. */
export const waitReasons = ['queued', 'retry', 'server', 'space', 'folder', 'schedule', 'moving', 'checking', 'program'] as const
export type WaitReason = (typeof waitReasons)[number]

type StallFacts = { time: string; rank: number; silent: number; trackers: number }

export const whyText = both({
  en: {
    queued: (position: number) => (position === 1 ? 'Queued, next' : `Queued, ${ordinal(position)}`),
    retryIn: (tries: number, time: string) => `${tried(tries)}, again in ${time}`,
    retryNow: (tries: number) => `${tried(tries)}, trying again`,
    serverIn: (time: string) => `Server asked to wait, again in ${time}`,
    space: 'Waiting for free space',
    lacks: (size: string) => `Needs ${size} more space`,
    folder: 'Disk not connected',
    scheduleUntil: (time: string) => `Paused by your hours until ${time}`,
    schedule: 'Paused by your hours',
    moving: 'Moving to another folder',
    checking: 'Checking the files',
    program: 'Torrent program isn’t answering',
    waits: wordsBy<WaitReason>({
      queued: 'It starts by itself when one before it is done. Move it up in the list to start it sooner.',
      retry: 'The box tries again by itself. Look again to try at once.',
      server: 'The server asked for a pause. The box tries again when it ends; trying sooner may make it longer.',
      space: 'It continues by itself once the disk has space. Delete something, or move it to another folder.',
      folder: 'It continues by itself once the disk with its folder is connected again.',
      schedule: 'It continues by itself at that hour. The hours are in the download settings.',
      moving: 'The download continues once its files have been moved.',
      checking: 'Damaged parts are downloaded again.',
      program: 'It continues by itself once the program answers again. Its address is in the download settings.',
    }),
    stalls: {
      no_peers: ({ time }: StallFacts) => `No peers found for ${time}`,
      missing_pieces: ({ time }: StallFacts) => `No peer has had the missing parts for ${time}`,
      choked: ({ time }: StallFacts) => `No peer has sent anything for ${time}`,
      server_slow: ({ time }: StallFacts) => `The server has been very slow for ${time}`,
      server_silent: ({ time }: StallFacts) => `The server hasn’t answered for ${time}`,
      no_source: ({ time }: StallFacts) => `No source found for ${time}`,
      source_queue: ({ rank }: StallFacts) => (rank > 0 ? `${ordinal(rank)} in a source’s queue` : 'In a source’s queue'),
      other: ({ time }: StallFacts) => `Nothing received for ${time}`,
    } satisfies Record<StallReason, (facts: StallFacts) => string>,
    dead: (time: string) => `No data for ${time}`,
    silentTrackers: (silent: number, all: number) =>
      silent === all
        ? all === 1
          ? 'Its tracker doesn’t answer. '
          : `None of its ${all} trackers answers. `
        : `${silent} of ${all} trackers ${silent === 1 ? 'doesn’t' : 'don’t'} answer. `,
    advice: wordsBy<StallReason>({
      no_peers: 'The box keeps looking by itself; more trackers often help.',
      missing_pieces: 'No connected peer has the rest. The box waits for one that does; more trackers often help.',
      choked: 'The connected peers are serving others first. This usually passes.',
      server_slow: 'The box stays connected. If this lasts, stop it and start it again later.',
      server_silent: 'The box keeps trying. Check the link if this lasts.',
      no_source: 'The box asks for sources again by itself. Rare files can take days.',
      source_queue: 'The source is serving others first. Leave it running: your place moves up.',
      other: 'The box keeps trying by itself. Look again to start afresh.',
    }),
    deadAdvice: 'Nothing has arrived for a day or more. The box keeps looking; another link to the same file may be quicker.',
    reasonHints: wordsBy<Exclude<TaskReason, ''>>({
      not_found: 'The link no longer works. Look for another one.',
      no_network: 'Check that the box has internet, then try again.',
      timed_out: 'The source may be busy or gone. Try again later.',
      no_space: 'Delete something or choose a folder on another disk, then try again.',
      no_folder: 'Check that the disk is connected to the box, then try again.',
      no_peers: 'No one shares it now. Add trackers, or try again later.',
      refused: 'The source doesn’t let the box in. Look for another link.',
      login: 'Add the link again with a username and password.',
      bad_torrent: 'Look for another torrent of the same thing.',
      torrent_too_large: 'Use its magnet link instead.',
      no_files: 'Look for another torrent.',
      private: 'The owner can allow private networks on the box.',
      own_port: 'Check the link: it leads back to the box.',
      no_engine: 'The box has no program for this. Use another kind of link.',
      version_2: 'Look for a version 1 or hybrid torrent.',
      duplicate: 'Rename or remove the files that are there, then try again.',
      unknown_host: 'Check the address for typing errors.',
      busy: 'The box waits and tries again. Trying too often makes it worse.',
      asked_to_wait: 'The box tries again once the server allows it.',
      certificate: 'The box can’t verify the source: it doesn’t trust its certificate. Look for another link.',
      certificate_expired: 'Check the box’s date. If it’s right, look for another link.',
      certificate_early: 'The box’s date is probably wrong. It tries again once it knows the time.',
      certificate_name: 'Check the address for typing errors, or look for another link.',
      bad_answer: 'The server sent something other than the file. Look for another link.',
      name_too_long: 'Give the download a shorter name, then try again.',
      engine_ended: 'Look for another torrent of the same thing.',
      other: 'Try again. If it fails again, look for another link.',
    }),
  },
  zh: {
    queued: (position) => (position === 1 ? '下一个开始' : `排在第 ${position}`),
    retryIn: (tries, time) => `已重试 ${tries} 次，${time}后再试`,
    retryNow: (tries) => `已重试 ${tries} 次，正在重试`,
    serverIn: (time) => `服务器要求 ${time}后再试`,
    space: '等待硬盘空间',
    lacks: (size) => `还差 ${size} 空间`,
    folder: '硬盘未连接',
    scheduleUntil: (time) => `限速时段暂停，${time} 继续`,
    schedule: '限速时段暂停',
    moving: '正在移动到其他目录',
    checking: '正在校验文件',
    program: 'BT 程序没有响应',
    waits: wordsBy<WaitReason>({
      queued: '前面的完成后会自动开始；在列表中上移可以提前。',
      retry: '盒子会自动重试；点「再找一次」可立即重试。',
      server: '到时盒子会自动重试；提前重试可能要等更久。',
      space: '硬盘有空间后会自动继续；请清理空间，或移到其他目录。',
      folder: '目录所在的硬盘接回后会自动继续。',
      schedule: '到时会自动继续，时段可在下载设置中修改。',
      moving: '文件移动完成后会继续下载。',
      checking: '损坏的部分会重新下载。',
      program: '程序恢复响应后会自动继续；其地址在下载设置中。',
    }),
    stalls: {
      no_peers: ({ time }) => `${time}没有找到节点`,
      missing_pieces: ({ time }) => `${time}没有人有缺少的部分`,
      choked: ({ time }) => `${time}没有节点上传`,
      server_slow: ({ time }) => `服务器很慢，已持续${time}`,
      server_silent: ({ time }) => `服务器${time}没有响应`,
      no_source: ({ time }) => `${time}没有找到来源`,
      source_queue: ({ rank }) => (rank > 0 ? `在来源处排第 ${rank}` : '在来源处排队'),
      other: ({ time }) => `${time}没有收到数据`,
    },
    dead: (time) => `${time}没有收到数据`,
    silentTrackers: (silent, all) =>
      silent === all ? `${all} 个 Tracker 都没有响应。` : `${all} 个 Tracker 中有 ${silent} 个没有响应。`,
    advice: wordsBy<StallReason>({
      no_peers: '盒子会继续寻找；添加 Tracker 往往有帮助。',
      missing_pieces: '已连接的节点都没有剩余部分，盒子会等待有完整文件的人；添加 Tracker 往往有帮助。',
      choked: '已连接的节点都在先给别人上传，通常会自行恢复。',
      server_slow: '盒子会保持连接；如果一直这样，可先停止，稍后再开始。',
      server_silent: '盒子会继续尝试；如果一直这样，请检查链接。',
      no_source: '盒子会自动再次查找来源，冷门文件可能需要几天。',
      source_queue: '来源正在先给别人上传，保持下载即可，名次会前移。',
      other: '盒子会自动继续；也可点「再找一次」。',
    }),
    deadAdvice: '已经一天以上没有数据。盒子会保留它并继续寻找；换一个同样内容的链接可能更快。',
    reasonHints: wordsBy<Exclude<TaskReason, ''>>({
      not_found: '链接已失效，请换一个。',
      no_network: '请检查盒子的网络后重试。',
      timed_out: '来源可能繁忙或已失效，请稍后重试。',
      no_space: '请清理空间或换一块硬盘的目录，然后重试。',
      no_folder: '请检查硬盘是否连接到盒子，然后重试。',
      no_peers: '暂时没有人分享，可添加 Tracker 或稍后重试。',
      refused: '来源不允许访问，请换一个链接。',
      login: '请用带用户名和密码的链接重新添加。',
      bad_torrent: '请换一个同样内容的种子。',
      torrent_too_large: '请改用磁力链接。',
      no_files: '请换一个种子。',
      private: '管理员可在盒子上允许内网地址。',
      own_port: '请检查链接，它指向盒子自己。',
      no_engine: '盒子没有相应的程序，请换一种链接。',
      version_2: '请换用 v1 或混合种子。',
      duplicate: '请先重命名或移除已有文件，然后重试。',
      unknown_host: '请检查地址是否有误。',
      busy: '盒子会稍后自动重试，请勿频繁重试。',
      asked_to_wait: '到服务器允许时，盒子会自动重试。',
      certificate: '无法确认来源的身份：签发证书的机构不受信任。请换一个链接。',
      certificate_expired: '请检查盒子的日期；日期无误时请换一个链接。',
      certificate_early: '盒子的日期可能有误，时间同步后会自动重试。',
      certificate_name: '请检查地址是否有误，或换一个链接。',
      bad_answer: '服务器返回的不是该文件，请换一个链接。',
      name_too_long: '请改用较短的名称后重试。',
      engine_ended: '请换一个同样内容的种子。',
      other: '请重试；仍然失败时请换一个链接。',
    }),
  },
})

export type WhyWords = typeof whyText.en

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

export function ordinal(n: number): string {
  const ends = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
  return `${n}${ends[ordinals.select(n)]}`
}

function tried(times: number): string {
  return times === 1 ? 'Tried once' : `Tried ${times} times`
}
