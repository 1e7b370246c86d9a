// Defines rules for the libraries of the environment, one table each.

import { rules } from './rule.js';

/** Strings, version 2. */
export const STRINGS = rules(`
  string  <string>.charAt(<int>)
  int  <string>.indexOf(<string>)
  int  <string>.indexOf(<string>, <int>)
  int  <string>.lastIndexOf(<string>)
  int  <string>.lastIndexOf(<string>, <int>)
  string  <string>.lowerAscii()
  string  <string>.upperAscii()
  string  <string>.trim()
  string  <string>.replace(<string>, <string>)
  string  <string>.replace(<string>, <string>, <int>)
  list(string)  <string>.split(<string>)
  list(string)  <string>.split(<string>, <int>)
  string  <string>.substring(<int>)
  string  <string>.substring(<int>, <int>)
  string  <list(string)>.join()
  string  <list(string)>.join(<string>)
  string  strings.quote(<string>)
`);

export const FORMATTING = rules(`
  string  "%s".format([<T>])
  string  "%s".format([<T>])
  string  "%s".format([<list(T)>])
  string  "%s".format([<map(K,T)>])
  string  "%s|%d".format([<T>, <int>])
  string  "%d".format([<int>])
  string  "%d".format([<uint>])
  string  "%d".format([<double>])
  string  "%f".format([<double>])
  string  "%.0f".format([<double>])
  string  "%.3f".format([<int>])
  string  "%.10e".format([<double>])
  string  "%e".format([<double>])
  string  "%b".format([<int>])
  string  "%b".format([<bool>])
  string  "%b".format([<uint>])
  string  "%o".format([<int>])
  string  "%o".format([<uint>])
  string  "%x".format([<int>])
  string  "%X".format([<uint>])
  string  "%x".format([<string>])
  string  "%X".format([<bytes>])
  string  "%x".format([<double>])
  string  "%%%s%%".format([<dyn>])
  string  <@format>.format([<T>])
  string  <@format>.format([<T>, <U>])
  string  <@format>.format(<list(T)>)
  string  <string>.format([<T>])
`);

/** Regular expressions and URLs of Kubernetes. */
export const REGEX_AND_URL = rules(`
  string  <string>.find(<@pattern>)
  list(string)  <string>.findAll(<@pattern>)
  list(string)  <string>.findAll(<@pattern>, <int>)
  string  <string>.find(<string>)
  url  url(<@url>)
  url  url(<string>)
  bool  isURL(<@url>)
  bool  isURL(<string>)
  string  <url>.getScheme()
  string  <url>.getHost()
  string  <url>.getHostname()
  string  <url>.getPort()
  string  <url>.getEscapedPath()
  map(string,list(string))  <url>.getQuery()
  bool  <url> == <url>
`);

/** Lists of Kubernetes, extended lists, sets. */
export const LISTS = rules(`
  bool  <list(C)>.isSorted()
  C  <list(C)>.min()
  C  <list(C)>.max()
  N  <list(N)>.sum()
  int  <list(T)>.indexOf(<T>)
  int  <list(T)>.lastIndexOf(<T>)
  bool  <T>.includes(<T>)
  bool  <list(T)>.includes(<T>)
  bool  <dyn>.includes(<T>)
  list(T)  <list(T)>.slice(<int>, <int>)
  list(T)  <list(list(T))>.flatten()
  list(dyn)  <list(dyn)>.flatten(<int>)
  list(T)  <list(list(T))>.flatten(<int>)
  list(C)  <list(C)>.sort()
  list(T)  <list(T)>.sortBy(<x:T>, <C>)
  list(T)  <list(T)>.reverse()
  list(T)  <list(T)>.distinct()
  list(int)  lists.range(<int>)
  optional(T)  <list(T)>.first()
  optional(T)  <list(T)>.last()
  bool  sets.contains(<list(T)>, <list(T)>)
  bool  sets.equivalent(<list(T)>, <list(T)>)
  bool  sets.intersects(<list(T)>, <list(T)>)
`);

export const QUANTITIES_AND_VERSIONS = rules(`
  quantity  quantity(<@quantity>)
  quantity  quantity(<string>)
  bool  isQuantity(<@quantity>)
  bool  isQuantity(<string>)
  int  sign(<quantity>)
  int  <quantity>.sign()
  int  <quantity>.asInteger()
  bool  <quantity>.isInteger()
  double  <quantity>.asApproximateFloat()
  quantity  <quantity>.add(<quantity>)
  quantity  <quantity>.add(<int>)
  quantity  <quantity>.sub(<quantity>)
  quantity  <quantity>.sub(<int>)
  bool  <quantity>.isGreaterThan(<quantity>)
  bool  <quantity>.isLessThan(<quantity>)
  int  <quantity>.compareTo(<quantity>)
  bool  <quantity> == <quantity>
  semver  semver(<@version>)
  semver  semver(<string>)
  semver  semver(<@version>, <bool>)
  bool  isSemver(<@version>)
  bool  isSemver(<string>)
  bool  isSemver(<@version>, <bool>)
  int  <semver>.major()
  int  <semver>.minor()
  int  <semver>.patch()
  bool  <semver>.isGreaterThan(<semver>)
  bool  <semver>.isLessThan(<semver>)
  int  <semver>.compareTo(<semver>)
  bool  <semver> == <semver>
`);

export const ADDRESSES = rules(`
  ip  ip(<@ip>)
  ip  ip(<string>)
  bool  isIP(<@ip>)
  bool  isIP(<string>)
  bool  ip.isCanonical(<@ip>)
  int  <ip>.family()
  bool  <ip>.isUnspecified()
  bool  <ip>.isLoopback()
  bool  <ip>.isLinkLocalMulticast()
  bool  <ip>.isLinkLocalUnicast()
  bool  <ip>.isGlobalUnicast()
  bool  <ip> == <ip>
  cidr  cidr(<@cidr>)
  cidr  cidr(<string>)
  bool  isCIDR(<@cidr>)
  bool  isCIDR(<string>)
  bool  <cidr>.containsIP(<@ip>)
  bool  <cidr>.containsIP(<string>)
  bool  <cidr>.containsIP(<ip>)
  bool  <cidr>.containsCIDR(<@cidr>)
  bool  <cidr>.containsCIDR(<cidr>)
  ip  <cidr>.ip()
  cidr  <cidr>.masked()
  int  <cidr>.prefixLength()
  bool  <cidr> == <cidr>
`);

export const OPTIONALS = rules(`
  optional(T)  optional.of(<T>)
  optional(T)  optional.none()
  optional(T)  optional.ofNonZeroValue(<T>)
  bool  <optional(T)>.hasValue()
  T  <optional(T)>.value()
  optional(T)  <optional(T)>.or(<optional(T)>)
  T  <optional(T)>.orValue(<T>)
  list(T)  optional.unwrap(<list(optional(T))>)
  list(T)  <list(optional(T))>.unwrapOpt()
  optional(T)  <map(string,T)>.?<@field>
  optional(T)  <map(K,T)>[?<K>]
  optional(T)  <list(T)>[?<int>]
  optional(T)  <optional(map(string,T))>.<@field>
  optional(T)  <optional(list(T))>[<int>]
  optional(dyn)  <dyn>.?<@field>
  optional(dyn)  <dyn>[?<int>]
  list(T)  [?<optional(T)>, <T>]
  list(T)  [?<optional(T)>]
  map(K,T)  {?<K>: <optional(T)>}
  map(K,T)  {<K>: <T>, ?<K>: <optional(T)>}
  bool  <optional(T)> == <optional(T)>
  bool  has(<optional(map(string,T))>.<@field>)
`);

export const FORMATS = rules(`
  format  format.<@formatName>()
  optional(format)  format.named(<@formatNameText>)
  optional(format)  format.named(<string>)
  optional(list(string))  <format>.validate(<@formatted>)
  optional(list(string))  <format>.validate(<string>)
  bool  <format> == <format>
`);
