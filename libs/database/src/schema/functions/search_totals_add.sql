-- Adds to a slot of search_total: of each field its documents and its tokens, in one array. A slot of this very transaction is not skipped:
-- it holds that lock itself.
create or replace function search_totals_add(more bigint[]) returns void language plpgsql as $$
begin
  update search_total
     set documents_n = documents_n + more[1], tokens_n = tokens_n + more[2],
         documents_m = documents_m + more[3], tokens_m = tokens_m + more[4],
         documents_f = documents_f + more[5], tokens_f = tokens_f + more[6],
         documents_c = documents_c + more[7], tokens_c = tokens_c + more[8],
         documents_h = documents_h + more[9], tokens_h = tokens_h + more[10],
         documents_d = documents_d + more[11], tokens_d = tokens_d + more[12],
         documents_cd = documents_cd + more[13], tokens_cd = tokens_cd + more[14],
         documents_hd = documents_hd + more[15], tokens_hd = tokens_hd + more[16]
   where slot = (select slot from search_total limit 1 for update skip locked);
  if not found then
    insert into search_total (
      documents_n, tokens_n, documents_m, tokens_m,
      documents_f, tokens_f, documents_c, tokens_c,
      documents_h, tokens_h, documents_d, tokens_d,
      documents_cd, tokens_cd, documents_hd, tokens_hd)
    values (
      more[1], more[2], more[3], more[4],
      more[5], more[6], more[7], more[8],
      more[9], more[10], more[11], more[12],
      more[13], more[14], more[15], more[16]);
  end if;
end $$;
