// Defines rules for the device: every way to read an attribute or a capacity.

import { rules } from './rule.js';

/** Attributes of the type parameter A. The words for `name` depend on its type (./words.ts). */
export const DEVICE = rules(`
  A  device.attributes["<@domain>"].<@name A>
  A  device.attributes["<@domain>"]["<@name A>"]
  A  device.attributes["<@domain>"].?<@name A>.orValue(<A>)
  A  device.attributes[?"<@domain>"].<@name A>.orValue(<A>)
  A  cel.bind(<x:map(string,A)>, device.attributes["<@domain>"], <A>)
  A  device["attributes"]["<@domain>"].<@name A>
  dyn  device.attributes["<@domain>"].<@name A>
  dyn  device.attributes["<@domain>"][<string>]
  dyn  device.attributes[<string>].<@name A>
  optional(A)  device.attributes["<@domain>"].?<@name A>
  optional(A)  device.attributes["<@domain>"][?"<@name A>"]
  optional(A)  device.attributes[?"<@domain>"].<@name A>
  optional(A)  device.attributes[?"<@domain>"].?<@name A>
  optional(A)  device.?attributes["<@domain>"].<@name A>
  bool  has(device.attributes["<@domain>"].<@name A>)
  bool  has(device.attributes)
  bool  has(device.allowMultipleAllocations)
  bool  has(device.<@field>)
  bool  "<@name A>" in device.attributes["<@domain>"]
  bool  "<@domain>" in device.attributes
  bool  "<@domain>" in device.capacity
  bool  "<@capacity>" in device.capacity["<@domain>"]
  bool  <S> in device.attributes["<@domain>"].<@name A>
  bool  device.attributes["<@domain>"].<@name A>.includes(<S>)
  bool  device.attributes["<@domain>"].<@name A>.exists(<x:S>, <bool>)
  bool  device.attributes["<@domain>"].<@name A>.all(<x:S>, <bool>)
  bool  device.attributes["<@domain>"].exists(<x:string>, <bool>)
  bool  device.attributes["<@domain>"].all(<k:string>, <x:S>, <bool>)
  bool  device.attributes.exists(<x:string>, <bool>)
  bool  device.attributes["<@domain>"].<@name A> == <A>
  bool  device.attributes["<@domain>"].<@name A> == <A>
  bool  <A> == device.attributes["<@domain>"].<@name A>
  bool  device.attributes["<@domain>"].<@name A> != null
  bool  device.attributes["<@domain>"] == {}
  bool  device == device
  bool  device.attributes == device.attributes
  quantity  device.capacity["<@domain>"].<@capacity>
  quantity  device.capacity["<@domain>"]["<@capacity>"]
  optional(quantity)  device.capacity["<@domain>"].?<@capacity>
  bool  has(device.capacity["<@domain>"].<@capacity>)
  bool  device.capacity["<@domain>"].exists(<x:string>, <bool>)
  bool  device.capacity["<@domain>"].exists(<k:string>, <x:quantity>, <bool>)
  map(string,quantity)  device.capacity["<@domain>"]
  map(string,dyn)  device.attributes["<@domain>"]
  bool  device.attributes.exists(<k:string>, <x:map(string,dyn)>, <bool>)
  int  size(device.attributes["<@domain>"])
  int  device.attributes["<@domain>"].<@name A>.size()
  string  device.driver
  bool  device.allowMultipleAllocations
  bool  device.?allowMultipleAllocations.orValue(<bool>)
`);
