# {1,a,b}: the elements in columns of their own.
BEGIN { FS = OFS = "\t" }
NR == 1 { print "a", "b", "outcome_preperiod", "outcome_period", "nim_preperiod", "nim_period"; next }
{ split($1, s, ","); print s[2], s[3], $2, $3, $4, $5 }
