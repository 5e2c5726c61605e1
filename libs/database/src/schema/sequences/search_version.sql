-- Orders the states of a document in an index outside: the later reading has the greater number.
create sequence search_version;
