// Tests that every declared function has costs in cost.ts and estimate-calls.ts, or is listed as costing one.

import { expect, it } from 'vitest';
import { costOfCall, ONE } from '../../../src/cel/cost/cost.js';
import { estimateCall, type Operand } from '../../../src/cel/cost/estimate-calls.js';
import { declaredFunctions, type Overload, overloadsOf } from '../../../src/cel/library/declarations.js';

const OVERLOADS: readonly Overload[] = declaredFunctions().flatMap((name) => overloadsOf(name) ?? []);

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Overloads that cost 1 in cel-go for all sizes, both estimated and at run time. */
const COST_ONE: readonly string[] = words(`
  add_double add_duration_duration add_duration_timestamp add_timestamp_duration add_int64 add_list add_uint64 subtract_double
  subtract_duration_duration subtract_int64 subtract_timestamp_duration subtract_timestamp_timestamp subtract_uint64 multiply_double
  multiply_int64 multiply_uint64 divide_double divide_int64 divide_uint64 modulo_int64 modulo_uint64 negate_double negate_int64
  negate_duration logical_not less_bool less_int64 less_int64_double less_int64_uint64 less_uint64 less_uint64_double
  less_uint64_int64 less_double less_double_int64 less_double_uint64 less_timestamp less_duration less_equals_bool less_equals_int64
  less_equals_int64_double less_equals_int64_uint64 less_equals_uint64 less_equals_uint64_double less_equals_uint64_int64
  less_equals_double less_equals_double_int64 less_equals_double_uint64 less_equals_timestamp less_equals_duration greater_bool
  greater_int64 greater_int64_double greater_int64_uint64 greater_uint64 greater_uint64_double greater_uint64_int64 greater_double
  greater_double_int64 greater_double_uint64 greater_timestamp greater_duration greater_equals_bool greater_equals_int64
  greater_equals_int64_double greater_equals_int64_uint64 greater_equals_uint64 greater_equals_uint64_double
  greater_equals_uint64_int64 greater_equals_double greater_equals_double_int64 greater_equals_double_uint64 greater_equals_timestamp
  greater_equals_duration conditional in_map index_list index_map optional_list_index_int optional_map_index_value
  list_optindex_optional_int optional_list_optindex_optional_int map_optindex_optional_value optional_map_optindex_optional_value
  size_bytes bytes_size size_list list_size size_map map_size size_string string_size type to_dyn bool_to_bool string_to_bool
  bytes_to_bytes double_to_double int64_to_double uint64_to_double string_to_double int64_to_int64 double_to_int64 string_to_int64
  duration_to_int64 timestamp_to_int64 uint64_to_int64 uint64_to_uint64 double_to_uint64 int64_to_uint64 string_to_uint64
  string_to_string bool_to_string double_to_string int64_to_string duration_to_string timestamp_to_string uint64_to_string
  ip_to_string cidr_to_string string_char_at_int duration_to_duration int64_to_duration string_to_duration timestamp_to_timestamp int64_to_timestamp
  string_to_timestamp timestamp_to_year timestamp_to_year_with_tz timestamp_to_month timestamp_to_month_with_tz
  timestamp_to_day_of_year timestamp_to_day_of_year_with_tz timestamp_to_day_of_month timestamp_to_day_of_month_with_tz
  timestamp_to_day_of_month_1_based timestamp_to_day_of_month_1_based_with_tz timestamp_to_day_of_week
  timestamp_to_day_of_week_with_tz timestamp_to_hours timestamp_to_hours_with_tz duration_to_hours timestamp_to_minutes
  timestamp_to_minutes_with_tz duration_to_minutes timestamp_to_seconds timestamp_to_seconds_with_tz duration_to_seconds
  timestamp_to_milliseconds timestamp_to_milliseconds_with_tz duration_to_milliseconds @mapInsert_map_key_value @mapInsert_map_map
  quantity_sign quantity_get_float quantity_is_integer quantity_get_int quantity_is_greater_than semver_is_greater_than
  quantity_is_less_than semver_is_less_than quantity_compare_to semver_compare_to quantity_add quantity_add_int quantity_sub
  quantity_sub_int semver_major semver_minor semver_patch cidr_ip ip_family ip_is_unspecified ip_is_loopback
  ip_is_link_local_multicast ip_is_link_local_unicast ip_is_global_unicast cidr_prefix_length cidr_masked is_url_string url_get_scheme
  url_get_host url_get_hostname url_get_port url_get_escaped_path url_get_query format.dns1123Label format.dns1123Subdomain
  format.dns1035Label format.qualifiedName format.dns1123LabelPrefix format.dns1123SubdomainPrefix format.dns1035LabelPrefix
  format.labelValue format.uri format.uuid format.byte format.date format.datetime format-named authorizer_path authorizer_group
  authorizer_serviceaccount groupcheck_resource resourcecheck_subresource resourcecheck_namespace resourcecheck_name decision_errored
  decision_error decision_allowed decision_reason optional_of optional_ofNonZeroValue optional_none optional_value optional_hasValue
  optional_or_optional optional_orValue_value list_last list_first optional_unwrap optional_unwrapOpt
`);

/** Overloads without an estimate in the reference that are expensive at run time. */
const NO_ESTIMATE: readonly string[] = words('authorizer_fieldselector authorizer_labelselector pathcheck_check resourcecheck_check');

const SIZE = 1_000n;

function isEstimatedAsOne({ name, id, member, params }: Overload): boolean {
  const operands = params.map(
    (type): Operand => ({ expr: { kind: 'name', at: 0, name: 'x' }, type, path: undefined, size: { min: 0n, max: SIZE } }),
  );
  const [target, ...rest] = operands;
  const call = { name, overload: id, target: member ? target : undefined, args: member ? rest : operands };
  return estimateCall(call, '0.29').cost === 1n;
}

it('every overload has a cost, or is known to cost 1', () => {
  expect(
    OVERLOADS.filter(({ name, id }) => costOfCall(name, id) === ONE)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(COST_ONE.toSorted());
});

it('every overload has an estimate, or is known to cost 1', () => {
  const found = OVERLOADS.filter(isEstimatedAsOne).map(({ id }) => id);
  expect(found.toSorted()).toEqual([...COST_ONE, ...NO_ESTIMATE].toSorted());
});
