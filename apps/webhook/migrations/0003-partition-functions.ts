import { type Kysely, sql } from 'kysely'

/**
 * The upkeep of monthly partitions, as functions that run with the rights of the tables' owner: the service's role may not
 * create or drop tables. They take only the three partitioned tables, and months that Waybill can have events of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  // Fixed, so that a session's settings change neither which tables a function finds nor how it reads and writes times.
  const settings = sql`
    set search_path = ${sql.id(rows[0]?.schema ?? '')}, pg_temp set timezone = 'UTC' set datestyle = 'ISO'`

  await sql`
    create function create_partition(parent text, month timestamptz) returns boolean
    language plpgsql security definer ${settings} as $$
    declare
      starts constant timestamptz := date_trunc('month', month);
      ends constant timestamptz := starts + interval '1 month';
      partition constant text := parent || to_char(starts, '_YYYY_MM');
    begin
      if (parent in ('event', 'delivery', 'attempt')) is not true then
        raise invalid_parameter_value using message = format('%L is not a partitioned table', parent);
      end if;
      if (month >= '2020-01-01' and month < now() + interval '10 years') is not true then
        raise invalid_parameter_value using message = format('%L is not a month of 2020 or later, within ten years', month);
      end if;
      -- Serialises processes that start together. Services in other schemas of the database may wait briefly.
      perform pg_advisory_xact_lock(hashtextextended('webhook partitions', 0));
      if to_regclass(partition) is not null then return false; end if;
      -- Free space in the pages of deliveries, so that storing a result is a heap-only update without new index entries.
      execute format('create table %I (like %I including defaults including constraints) %s', partition, parent,
        case parent when 'delivery' then 'with (fillfactor = 80)' end);
      execute format(
        'with moved as (delete from %I where event_at >= %L and event_at < %L returning *)
         insert into %I select * from moved',
        parent || '_default', starts, ends, partition);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition, starts, ends);
      return true;
    end $$`.execute(db)

  // safe: the function drops partitions whose rows have expired.
  await sql`
    create function drop_partitions(parent text, before timestamptz) returns setof text
    language plpgsql security definer ${settings} as $$
    declare
      partition name;
    begin
      if (parent in ('event', 'delivery', 'attempt')) is not true then
        raise invalid_parameter_value using message = format('%L is not a partitioned table', parent);
      end if;
      if (before <= now()) is not true then
        raise invalid_parameter_value using message = format('%L is not a time in the past', before);
      end if;
      perform pg_advisory_xact_lock(hashtextextended('webhook partitions', 0));
      for partition in
        select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = to_regclass(parent) and relname ~ '_[0-9]{4}_[0-9]{2}$'
          and relname < (parent || to_char(before, '_YYYY_MM'))::name
        order by relname
      loop
        execute format('drop table %I', partition);
        return next partition;
      end loop;
    end $$`.execute(db)

  await sql`
    revoke execute on function create_partition(text, timestamptz), drop_partitions(text, timestamptz)
    from public`.execute(db)
}
