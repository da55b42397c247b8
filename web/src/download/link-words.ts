/** Texts of links: their kinds, and why one is none. */
import type { LinkFault } from '@homeport/contract/shape/link-fault.ts'
import type { SourceKind } from '@homeport/contract/shape/source.ts'
import { both, wordsBy } from '../kit/lang.ts'

type Fault = LinkFault['reason']
/** torrent: a chosen file. */
type Kind = SourceKind | 'thunder' | 'flashget' | 'qqdl' | 'torrent'

export const linkWords = both({
  en: {
    kinds: wordsBy<Kind>({
      magnet: 'Magnet',
      http: 'Web link',
      torrent_url: 'Torrent file link',
      torrent: 'Torrent file',
      ftp: 'FTP',
      sftp: 'SFTP',
      ed2k: 'ed2k',
      rtmp: 'RTMP stream',
      mms: 'MMS stream',
      thunder: 'Thunder',
      flashget: 'FlashGet',
      qqdl: 'QQ',
    }),
    cannotOpen: wordsBy<SourceKind>({
      magnet: 'This box can’t open magnet links: aria2 isn’t installed',
      http: 'This box can’t open web links',
      torrent_url: 'This box can’t open torrent files: aria2 isn’t installed',
      ftp: 'This box can’t open FTP links: aria2 isn’t installed',
      sftp: 'This box can’t open SFTP links: its aria2 can’t',
      ed2k: 'This box can’t open ed2k links',
      rtmp: 'This box can’t open RTMP streams: ffmpeg isn’t installed',
      mms: 'This box can’t open MMS streams: ffmpeg isn’t installed',
    }),
    faults: wordsBy<Fault>({
      unsupported: 'Not a supported link',
      cut_short: 'Cut short',
      bad_hash: 'Wrong characters in its hash',
      other_hash: 'A magnet link, but not of a torrent',
      not_base64: 'Damaged, it can’t be decoded',
      no_frame: 'Damaged, its beginning or end is missing',
      nested: 'A thunder link inside another one',
      too_deep: 'Too many links inside each other',
      not_a_file: 'Not an ed2k link to a file',
      no_name: 'The file name is missing',
      bad_size: 'The file size is missing or wrong',
      no_host: 'The server’s address is missing',
      no_file: 'Not a link to a file',
    }),
    cutShort: (length: number, of: number) => `Cut short, ${length} of ${of} characters`,
    asksLogin: 'Asks for a user and password',
    fix: 'Fix',
    fixOf: (name: string) => `Fix ${name}`,
    signIn: 'Sign in',
    signInTo: (name: string) => `Sign in for ${name}`,
    user: 'User',
    password: 'Password',
    saveTo: 'Save to',
    folderAway: 'Not connected',
    name: 'Name',
  },
  zh: {
    kinds: wordsBy<Kind>({
      magnet: '磁力',
      http: '网页链接',
      torrent_url: '种子文件链接',
      torrent: '种子文件',
      ftp: 'FTP',
      sftp: 'SFTP',
      ed2k: 'ed2k',
      rtmp: 'RTMP 流',
      mms: 'MMS 流',
      thunder: '迅雷',
      flashget: '快车',
      qqdl: 'QQ 旋风',
    }),
    cannotOpen: wordsBy<SourceKind>({
      magnet: '盒子没有安装 aria2，不支持磁力链接',
      http: '盒子不支持网页链接',
      torrent_url: '盒子没有安装 aria2，不支持种子文件',
      ftp: '盒子没有安装 aria2，不支持 FTP 链接',
      sftp: '盒子的 aria2 不支持 SFTP 链接',
      ed2k: '盒子暂不支持 ed2k 链接',
      rtmp: '盒子没有安装 ffmpeg，不支持 RTMP 流',
      mms: '盒子没有安装 ffmpeg，不支持 MMS 流',
    }),
    faults: wordsBy<Fault>({
      unsupported: '这不是可下载的链接',
      cut_short: '链接不完整',
      bad_hash: '哈希中有错误的字符',
      other_hash: '不是种子的磁力链接',
      not_base64: '链接已损坏，无法解码',
      no_frame: '链接已损坏，缺少开头或结尾',
      nested: '迅雷链接里又套着迅雷链接',
      too_deep: '链接嵌套太多层',
      not_a_file: '不是 ed2k 文件链接',
      no_name: '缺少文件名',
      bad_size: '文件大小缺失或有误',
      no_host: '缺少服务器地址',
      no_file: '没有指向文件',
    }),
    cutShort: (length, of) => `链接不完整，只有 ${length} / ${of} 位`,
    asksLogin: '需要用户名和密码',
    fix: '修改',
    fixOf: (name) => `修改 ${name}`,
    signIn: '登录',
    signInTo: (name) => `登录 ${name}`,
    user: '用户名',
    password: '密码',
    saveTo: '保存到',
    folderAway: '未连接',
    name: '名称',
  },
})
export type LinkWords = (typeof linkWords)['en']

/** The sentence for a line of the sheet, and for the same refusal by the box. */
export function faultWord(words: LinkWords, fault: LinkFault): string {
  return fault.reason === 'cut_short' ? words.cutShort(fault.length, fault.of) : (words.faults[fault.reason] ?? '')
}
