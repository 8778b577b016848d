# The experiments, the benchmarks and the report. Included by the Makefile.

# Made where libprimesieve is (tests/lint.mk).
PRIMES := $(BUILD)/experiments/primes/primes
$(PRIMES): LIBS += -lprimesieve
$(PRIMES): $(PRIMES).o $(call objects,experiments/primes/marks-kernel.c) $(LIBRARY)
	$(call link)

# What the scripts of the experiments need.
experiments-ready: all $(if $(PRIMESIEVE),$(PRIMES))
	@.ci/packages numpy

# How a script of an experiment is run.
EXPERIMENT = @TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) CC='$(CC)' experiments

# Quick size: some minutes on two cores. Full size: hours at most, and times
# that mean something only on a machine that does nothing else. Both go on
# where they were stopped.
experiments experiments-full: experiments-ready ## all experiments, quick size; experiments-full: as published
	$(EXPERIMENT)/all.sh $(if $(findstring full,$@),full,quick)

growth timing lengths: experiments-ready ## that experiment alone, quick size: growth, timing, lengths
	$(EXPERIMENT)/$@/run.sh quick

bfiles: all ## b-files for the OEIS, checked, in $(BUILD)/bfiles/
	$(EXPERIMENT)/bfiles/run.sh

# Counts and values of the committed tables, computed again and compared.
data-verify: experiments-ready ## the committed counts, computed again
	@.ci/packages numpy scipy statsmodels
	$(EXPERIMENT)/verify.sh

# Of the experiments' own scripts; about a minute.
experiments-check: experiments-ready
	$(EXPERIMENT)/check.sh

octal-table: $(BUILD)/takeaway ## the table of octal games again, some minutes
	$(EXPERIMENT)/octal/table.sh

# ---- what is promised, measured ----

# ONLY: a regular expression that chooses among the claims.
bench: all $(BUILD)/experiments/bench/plain ## what is promised of speed and memory, measured in some ten minutes
	@experiments/bench/bench.py $(BUILD)/takeaway $(BUILD)/bench '$(ONLY)'

$(BUILD)/experiments/timing/kernels $(BUILD)/experiments/bench/plain: %: %.o $(LIBRARY)
	$(call link)

tune: $(BUILD)/experiments/timing/kernels ## the costs that the cost model stands on
	@$<

include experiments/report/report.mk

.PHONY: experiments-ready experiments experiments-full growth timing lengths \
        bfiles data-verify experiments-check octal-table bench \
        tune
