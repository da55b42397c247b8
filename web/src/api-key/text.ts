/** Texts of the page of keys: posters and subtitles. */
import type { KeyFault, KeyService } from '@homeport/contract/api-key.ts'
import { both } from '../kit/lang.ts'

type Services = Record<KeyService, { name: string; gives: string; site: string; link: string; works: string; remains: string }>
type Faults = Record<Exclude<KeyFault, '' | 'bad_key'>, string>

const servicesEn: Services = {
  tmdb: {
    name: 'TMDB',
    gives: 'Posters, plots and people',
    site: 'https://www.themoviedb.org/settings/api',
    link: 'Get a free key at themoviedb.org',
    works: 'Works: titles, posters and plots',
    remains: 'Films keep the posters and plots they have. New films get none.',
  },
  opensubtitles: {
    name: 'OpenSubtitles',
    gives: 'Subtitles in your languages',
    site: 'https://www.opensubtitles.com/consumers',
    link: 'Get a free key at opensubtitles.com',
    works: 'Works: searching and fetching subtitles',
    remains: 'Fetched subtitles stay. You can’t search for more.',
  },
}
const servicesZh: Services = {
  tmdb: {
    ...servicesEn.tmdb,
    gives: '海报、简介和演职员',
    link: '到 themoviedb.org 免费申请',
    works: '可用：片名、海报和简介',
    remains: '影片已有的海报和简介会保留，新影片不再获取。',
  },
  opensubtitles: {
    ...servicesEn.opensubtitles,
    gives: '查找所需语言的字幕',
    link: '到 opensubtitles.com 免费申请',
    works: '可用：查找和下载字幕',
    remains: '已下载的字幕会保留，但不能再查找。',
  },
}
const faultsEn: Faults = {
  limit: 'too many requests for now',
  away: 'the service isn’t answering',
  no_network: 'the box has no internet',
}
const faultsZh: Faults = { limit: '请求次数已达上限', away: '服务没有响应', no_network: '盒子没有联网' }

export const apiKeyText = both({
  en: {
    title: 'Posters and subtitles',
    services: servicesEn,
    label: (name: string) => `${name} key`,
    placeholder: 'Paste your key',
    paste: 'Paste',
    nothingPasted: 'Nothing to paste',
    tryIt: 'Try it',
    trying: 'Trying it…',
    clear: 'Clear',
    unknown: (name: string) => `${name} doesn’t recognise this key`,
    noLonger: (name: string) => `${name} no longer accepts this key`,
    wrongShape: (name: string) => `This isn’t a ${name} key. Copy it again.`,
    untried: (why: string) => `Saved, not tried yet: ${why}`,
    untriedBare: 'Saved, not tried yet',
    faults: faultsEn,
    later: 'The box tries it again later.',
    waiting: (n: number) => (n === 1 ? '1 film gets its poster now' : `${n.toLocaleString('en')} films get posters now`),
    allSearched: 'All films were looked up',
    setBy: (name: string) => `Set by ${name}`,
    setOnBox: 'Set on the box',
    saved: (end: string) => `Saved key ending in ${end}`,
    savedBare: 'Saved key',
    remove: 'Remove',
    removeAsk: (name: string) => `Remove the ${name} key?`,
    removed: 'Key removed',
    ownerOnly: 'Only the owner can set keys',
    ownerOnlyText: 'Ask the owner of this box for posters and subtitles.',
    offlineText: 'Keys are kept on the box. Set them when it’s back.',
  },
  zh: {
    title: '海报与字幕',
    services: servicesZh,
    label: (name) => `${name} 密钥`,
    placeholder: '粘贴密钥',
    paste: '粘贴',
    nothingPasted: '没有可粘贴的内容',
    tryIt: '验证',
    trying: '正在验证…',
    clear: '清除',
    unknown: (name) => `${name} 提示密钥无效`,
    noLonger: (name) => `${name} 不再接受这个密钥`,
    wrongShape: (name) => `这不是 ${name} 的密钥，请重新复制`,
    untried: (why) => `已保存，尚未验证：${why}`,
    untriedBare: '已保存，尚未验证',
    faults: faultsZh,
    later: '盒子稍后会再次验证。',
    waiting: (n) => `正在补齐 ${n.toLocaleString('en')} 部影片的海报`,
    allSearched: '影片已全部查找',
    setBy: (name) => `由 ${name} 设置`,
    setOnBox: '已在盒子上设置',
    saved: (end) => `已保存的密钥，末四位 ${end}`,
    savedBare: '已保存的密钥',
    remove: '移除',
    removeAsk: (name) => `移除 ${name} 密钥？`,
    removed: '密钥已移除',
    ownerOnly: '只有管理员可以设置密钥',
    ownerOnlyText: '如需海报和字幕，请联系这台盒子的管理员。',
    offlineText: '密钥保存在盒子上，请在盒子上线后设置。',
  },
})
